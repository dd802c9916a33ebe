import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { KnowledgeWarning, WarningKind } from "../../../../contract/warning.ts";
import { formatDate } from "../../../text/format.ts";

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

type Way = keyof WarningActions;

/** The ways out of each kind, the most likely first. */
const WAYS: Readonly<Record<WarningKind, readonly Way[]>> = {
  price: ["edit", "editOther", "dismiss"],
  time: ["edit", "editOther", "dismiss"],
  phone: ["edit", "editOther", "dismiss"],
  duplicate: ["remove", "editOther", "dismiss"],
  covered: ["remove", "editOther", "dismiss"],
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

/** One warning beside its entry: what was found, in which words, and the ways out. */
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
    editOther: t("warning.editOther"),
    remove: t("warning.delete"),
    endOn: t("warning.endOn", { date }),
    dismiss: isRepeat ? t("warning.keepBoth") : t("warning.right"),
  };
  const run: Record<Way, () => void> = {
    ...actions,
    editOther: () => other && actions.editOther(other.entryId),
    endOn: () => actions.endOn(day),
  };
  return (
    <div className="mt-2 flex gap-2.5 rounded-control border border-accent/70 bg-accent/15 px-3 py-2.5 text-sm">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div className="font-semibold">{t(`warning.${kind}`, { date })}</div>
        {isQuoted && <Quote label={other ? t("warning.here") : ""} text={own.quote} />}
        {other && <Quote label={t("warning.there")} text={other.quote} />}
        <div className="mt-2 flex flex-wrap gap-2">
          {WAYS[kind].map((way) => (
            <button key={way} type="button" className="btn btn-line btn-sm" onClick={run[way]}>
              {names[way]}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div className="mt-1 line-clamp-3 break-words">
      {label !== "" && <span>{label} </span>}
      <q dir="auto">{text}</q>
    </div>
  );
}
