import { useTranslation } from "react-i18next";
import { type GhostRow, GhostRows } from "../../ui/GhostRows.tsx";
import { OwnerOnly } from "../../ui/OwnerOnly.tsx";
import { SAVE_BUTTON } from "./use-save-draft.ts";

interface SaveFirstProps {
  /** Says what the agent gets once it is saved. */
  text: string;
  rows: readonly GhostRow[];
}

/** In the place of what only a saved agent has: what it will look like, and the button that saves the agent. */
export function SaveFirst({ text, rows }: SaveFirstProps) {
  const { t } = useTranslation("editor");
  return (
    <>
      <p className="mt-1 max-w-[60ch] text-quiet">{text}</p>
      <OwnerOnly>
        <button type="button" className="btn btn-line mt-4" onClick={() => document.getElementById(SAVE_BUTTON)?.click()}>
          {t("editor.saveAgent")}
        </button>
      </OwnerOnly>
      {rows.length > 0 && <GhostRows rows={rows} />}
    </>
  );
}
