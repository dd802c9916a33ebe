import type { Ref } from "react";
import { qrModules, qrPath } from "./qr.ts";

/** A QR code, black on white in both themes because not every reader knows the reverse. It is made in the browser. */
export function QrPicture({
  text,
  label,
  className = "",
  ref,
}: {
  text: string;
  label: string;
  className?: string;
  ref?: Ref<SVGSVGElement>;
}) {
  const modules = qrModules(text);
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className={`rounded-control border border-base-300 ${className}`}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(modules)} fill="#000" />
    </svg>
  );
}
