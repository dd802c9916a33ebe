import { ArrowLeft, Check, Code, PanelRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useMay } from "../../may.ts";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { useSession } from "../../use-session.ts";
import { SAVE_BUTTON } from "./use-save-draft.ts";

/** `entry`: everything is saved except a text in the knowledge form that was not added yet. */
export type SaveState = "new" | "saved" | "unsaved" | "entry" | "saving";

interface EditorHeaderProps {
  name: string;
  /** Null until the first save. */
  chatId: string | null;
  state: SaveState;
  isBusy: boolean;
  /** Null: there is no preview. */
  isPreviewShown: boolean | null;
  onTogglePreview: () => void;
  onEmbed: () => void;
  onSave: () => void;
}

/** The link back, the agent's name, and the actions, which small screens show at the bottom, within reach of the thumb. */
export function EditorHeader({ name, chatId, state, isBusy, isPreviewShown, onTogglePreview, onEmbed, onSave }: EditorHeaderProps) {
  const { t } = useTranslation("editor");
  const { isView } = useSession();
  const may = useMay();
  return (
    <header className="z-20 border-b border-base-300 bg-base-100 max-lg:sticky max-lg:top-0">
      <div className="flex h-16 items-center gap-3 px-3 sm:px-6">
        <Link to="/dashboard" className="btn btn-ghost px-2 sm:px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-lg:sr-only">{t("editor.back")}</span>
        </Link>
        <div className="min-w-0 flex-1 lg:flex lg:items-baseline lg:gap-3">
          <h1 className="truncate text-base leading-tight tracking-normal lg:text-lg">{t("editor.title")}</h1>
          <p className="truncate text-sm text-quiet">{name}</p>
        </div>
        {!isView && <SaveStateNote state={state} />}
        {/* Who only looks at the account has nothing to do here, and the notice that says so has the lower edge. */}
        <div
          className={`${isView ? "max-lg:hidden" : ""} flex items-center gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-base-300 max-lg:bg-base-100 max-lg:p-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]`}
        >
          {chatId && (
            <Link
              to={`/embed-code/${encodeURIComponent(chatId)}`}
              className="btn btn-ghost px-3"
              title={t("embed.get")}
              onClick={(event) => {
                // The editor stays open behind the dialog. In a new tab, the link opens the dialog's own page.
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onEmbed();
              }}
            >
              <Code size={18} strokeWidth={1.75} aria-hidden="true" />
              <span className="max-sm:sr-only">{t("embed.get")}</span>
            </Link>
          )}
          {isPreviewShown !== null && (
            <button
              type="button"
              className="btn btn-line max-lg:flex-1 max-sm:px-2 max-sm:text-sm"
              aria-pressed={isPreviewShown}
              onClick={onTogglePreview}
            >
              <PanelRight size={18} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
              {isPreviewShown ? t("preview.hide") : t("preview.show")}
            </button>
          )}
          {!isView && may.edit && (
            // While there is nothing to save, or only an entry to add, the section's own button is the one to press.
            <BusyButton
              id={SAVE_BUTTON}
              className={`${state === "saved" || state === "entry" ? "btn-line" : "btn-primary"} max-lg:flex-1 max-sm:px-2 max-sm:text-sm`}
              busy={isBusy}
              onClick={onSave}
            >
              {t("editor.save")}
            </BusyButton>
          )}
        </div>
      </div>
    </header>
  );
}

function SaveStateNote({ state }: { state: SaveState }) {
  const { t } = useTranslation("editor");
  const texts: Record<SaveState, string> = {
    new: t("editor.state.new"),
    saved: t("editor.state.saved"),
    unsaved: t("editor.state.unsaved"),
    entry: t("editor.state.entry"),
    saving: t("editor.state.saving"),
  };
  return (
    <p role="status" className="flex shrink-0 items-center gap-1.5 pe-1 text-sm text-quiet">
      {state === "saved" && <Check size={16} strokeWidth={2} aria-hidden="true" className="text-primary" />}
      {(state === "unsaved" || state === "entry") && <span aria-hidden="true" className="size-2 rounded-full bg-accent" />}
      {texts[state]}
    </p>
  );
}
