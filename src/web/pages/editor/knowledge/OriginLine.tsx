import { FileInput, Pin, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { EntryOrigin } from "../../../../contract/source.ts";
import { originText } from "./origin-text.ts";

interface OriginLineProps {
  origin: EntryOrigin;
  onOpen: (sourceId: string) => void;
}

/** Where an entry was read, whether a person has changed it, and whether its source says something else since then. */
export function OriginLine({ origin, onOpen }: OriginLineProps) {
  const { t } = useTranslation("editor");
  const open = () => onOpen(origin.sourceId);
  return (
    <>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-quiet">
        <button type="button" className="link-plain flex min-h-6 max-w-full cursor-pointer items-center gap-1.5 text-start" onClick={open}>
          <FileInput size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <bdi className="min-w-0 break-words">{originText(t, origin)}</bdi>
        </button>
        {origin.isPinned && (
          <span className="flex min-h-6 items-center gap-1.5" title={t("origin.pinnedHint")}>
            <Pin size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            {t("origin.pinned")}
          </span>
        )}
      </span>
      {origin.conflict !== null && (
        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
          <span className="flex items-center gap-1.5 font-semibold">
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            {t(origin.conflict === "" ? "origin.gone" : "origin.conflict")}
          </span>
          <button type="button" className="link-plain min-h-6 cursor-pointer" onClick={open}>
            {t("origin.compare")}
          </button>
        </span>
      )}
    </>
  );
}
