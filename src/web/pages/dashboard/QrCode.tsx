import { Download } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { qrModules, qrPath } from "./qr.ts";

/** A QR code, black on white in both themes because not every reader knows the reverse. It is loaded when it is shown. */
export function QrCode({ link, fileName }: { link: string; fileName: string }) {
  const { t } = useTranslation("dashboard");
  const picture = useRef<SVGSVGElement>(null);
  const modules = qrModules(link);
  const download = () => {
    if (!picture.current) return;
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture.current)], { type: "image/svg+xml" }));
    Object.assign(document.createElement("a"), { href: address, download: `${fileName}.svg` }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <svg
        ref={picture}
        role="img"
        aria-label={t("link.qr")}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${modules.length} ${modules.length}`}
        shapeRendering="crispEdges"
        className="size-44 rounded-control border border-base-300"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={qrPath(modules)} fill="#000" />
      </svg>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-quiet">{t("link.qrHint")}</p>
        <button type="button" className="btn btn-line btn-sm mt-3" onClick={download}>
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("link.download")}
        </button>
      </div>
    </div>
  );
}
