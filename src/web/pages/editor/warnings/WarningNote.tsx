import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { KnowledgeWarning, WarningKind } from "../../../../contract/warning.ts";
import { formatDate } from "../../../text/format.ts";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { MoreMenu } from "../../../ui/MoreMenu.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";

/** What the owner can do about a warning. */
export interface WarningActions {
  edit: () => void;
  /** Opens another entry in the form. */
  editOther: (entryId: string) => void;
  remove: () => void;
  /** Makes a day, YYYY-MM-DD, the last one on which the entry is used. */
  endOn: (day: string) => void;
  dismiss: () => void;
}

/** `editOther` is the link to the other entry. */
type Way = Exclude<keyof WarningActions, "editOther">;

/** The ways out of each kind, the most likely first. */
const WAYS: Readonly<Record<WarningKind, readonly [Way, ...Way[]]>> = {
  price: ["edit", "dismiss"],
  time: ["edit", "dismiss"],
  phone: ["edit", "dismiss"],
  duplicate: ["remove", "dismiss"],
  covered: ["remove", "dismiss"],
  past: ["endOn", "edit", "dismiss"],
  secret: ["edit", "remove", "dismiss"],
  unfindable: ["edit", "remove", "dismiss"],
  long: ["edit", "dismiss"],
};

interface WarningNoteProps {
  warning: KnowledgeWarning;
  /** The entry beside which it is shown. */
  entryId: string;
  text: string;
  actions: WarningActions;
}

/** One warning beside its entry: what was found, in which words, the most likely way out, and the others in a menu. */
export function WarningNote({ warning, entryId, text, actions }: WarningNoteProps) {
  const { t } = useTranslation("editor");
  const { kind, places, day = "" } = warning;
  const date = formatDate(`${day}T00:00`);
  const own = places.find((place) => place.entryId === entryId);
  const other = places.find((place) => place.entryId !== entryId);
  const isRepeat = kind === "duplicate" || kind === "covered";
  // A short entry stands above in full.
  const isQuoted = own && !isRepeat && own.quote !== text.trim();
  const names: Record<Way, string> = {
    edit: t("warning.edit"),
    remove: t("warning.delete"),
    endOn: t("warning.endOn", { date }),
    dismiss: isRepeat ? t("warning.keepBoth") : t("warning.right"),
  };
  const run: Record<Way, () => void> = {
    ...actions,
    endOn: () => actions.endOn(day),
  };
  const [main, ...others] = WAYS[kind];
  return (
    <div className="mt-2 flex flex-wrap items-start justify-end gap-2 text-sm">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-2 shrink-0 text-quiet" />
      <div className="min-w-0 flex-1 basis-40 py-1.5">
        <span className="font-medium">{t(`warning.${kind}`, { date })}</span>
        {isQuoted && <Quote label={other ? t("warning.here") : ""} text={own.quote} />}
        {other && (
          <button
            type="button"
            className="link-plain block max-w-full cursor-pointer text-start"
            onClick={() => actions.editOther(other.entryId)}
          >
            <Quote label={t("warning.there")} text={other.quote} />
          </button>
        )}
      </div>
      <OwnerOnly>
        <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={run[main]}>
          {names[main]}
        </button>
        <MoreMenu label={t("warning.more")} isSmall>
          {(choose) => others.map((way) => <MenuButton key={way} label={names[way]} onClick={choose(run[way])} />)}
        </MoreMenu>
      </OwnerOnly>
    </div>
  );
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <span className="line-clamp-2 break-words">
      {label !== "" && <span>{label} </span>}
      <q dir="auto">{text}</q>
    </span>
  );
}
