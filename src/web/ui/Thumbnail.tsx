import { Image, ImageOff } from "lucide-react";
import { useState } from "react";

interface ThumbnailProps {
  /** The image's address; empty when there is no image to show yet. */
  address: string;
  className: string;
  onBroken?: (address: string) => void;
}

/** A small square image, or a placeholder. No referrer is sent to the image's host. */
export function Thumbnail({ address, className, onBroken }: ThumbnailProps) {
  const [broken, setBroken] = useState("");
  const Placeholder = address === "" ? Image : ImageOff;
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-hidden rounded-control border border-base-300 bg-base-200 text-quiet ${className}`}
    >
      {address !== "" && broken !== address ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => {
            setBroken(address);
            onBroken?.(address);
          }}
        />
      ) : (
        <Placeholder size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}
