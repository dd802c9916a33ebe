import { ImageOff } from "lucide-react";
import { useState } from "react";

interface ThumbnailProps {
  /** Empty when there is nothing to show yet. */
  address: string;
  className: string;
  onBroken?: (address: string) => void;
}

/** A small square of an image, or a sign that there is none. The image's host does not learn who looks. */
export function Thumbnail({ address, className, onBroken }: ThumbnailProps) {
  const [broken, setBroken] = useState("");
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
        <ImageOff size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}
