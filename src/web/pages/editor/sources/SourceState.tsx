import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SourceView, UnreadPart } from "../../../../contract/source.ts";
import { isRead } from "../../../source-queries.ts";
import { serverText } from "../../../text/server-text.ts";
import { remarksOf, type StateTone, stateOf, unreadTexts } from "./source-text.ts";

const ICONS = { good: Check, asks: TriangleAlert, bad: CircleAlert };
const LOOKS: Record<StateTone, string> = {
  quiet: "text-quiet",
  good: "[&>svg]:text-primary",
  asks: "font-medium",
  bad: "font-medium text-error",
};

/** A state in words, with a sign of how serious it is. */
export function StateText({ text, tone }: { text: string; tone: StateTone }) {
  const Icon = tone === "quiet" ? null : ICONS[tone];
  return (
    <span className={`flex items-start gap-1.5 ${LOOKS[tone]}`}>
      {Icon && <Icon size={16} strokeWidth={2} aria-hidden="true" className="mt-1 shrink-0" />}
      <span className="min-w-0 break-words">{text}</span>
    </span>
  );
}

/** What a source's last reading gave, or, while it is being read, how far it is. */
export function SourceState({ source }: { source: SourceView }) {
  const { t } = useTranslation("reading");
  return (
    <div className="space-y-1">
      {isRead(source) ? <Progress source={source} /> : <StateText {...stateOf(t, source)} />}
      {remarksOf(t, source).map((text) => (
        <p key={text} className="flex items-start gap-1.5 text-sm">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-quiet" />
          <span className="min-w-0 break-words">{text}</span>
        </p>
      ))}
    </div>
  );
}

const WHOLE = 100;

function Progress({ source: { job, name } }: { source: SourceView }) {
  const { t } = useTranslation("reading");
  const progress = job?.progress ?? null;
  const message = job ? serverText(job.message, job.told) : "";
  return (
    <div>
      <p className="tabular-nums">{message || t("state.progress", { name })}</p>
      <div
        role="progressbar"
        aria-label={t("state.progress", { name })}
        aria-valuemin={0}
        aria-valuemax={WHOLE}
        aria-valuenow={progress ?? undefined}
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-base-300"
      >
        {progress === null ? (
          <div className="h-full w-1/3 animate-slide rounded-full bg-primary motion-reduce:animate-none" />
        ) : (
          <div
            className="h-full rounded-full bg-primary transition-[width] duration-500 motion-reduce:transition-none"
            style={{ width: `${progress}%` }}
          />
        )}
      </div>
    </div>
  );
}

/** What of a document was not read, with page numbers. */
export function UnreadParts({ parts }: { parts: readonly UnreadPart[] }) {
  const { t } = useTranslation("reading");
  if (parts.length === 0) return null;
  return (
    <ul aria-label={t("unread.title")} className="space-y-0.5 text-sm">
      {unreadTexts(t, parts).map((text) => (
        <li key={text} className="flex items-start gap-1.5">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-quiet" />
          <span className="min-w-0 break-words">{`${text}.`}</span>
        </li>
      ))}
    </ul>
  );
}
