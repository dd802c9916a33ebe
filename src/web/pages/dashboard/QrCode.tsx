import { Download } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { QrPicture } from "../../ui/QrPicture.tsx";

/** The QR code of a link, with its download. It is loaded when it is shown. */
export function QrCode({ link, fileName }: { link: string; fileName: string }) {
  const { t } = useTranslation("dashboard");
  const picture = useRef<SVGSVGElement>(null);
  const download = () => {
    if (!picture.current) return;
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture.current)], { type: "image/svg+xml" }));
    Object.assign(document.createElement("a"), { href: address, download: `${fileName}.svg` }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <QrPicture ref={picture} text={link} label={t("link.qr")} className="size-44" />
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
