import { diffWords, shortenSame } from "./words-diff.ts";

export const REMOVED = "rounded-sm bg-error/12 px-0.5 decoration-error/70";
export const ADDED = "rounded-sm bg-primary/15 px-0.5 font-medium no-underline";

interface MarkedProps {
  before: string;
  after: string;
  /** Shown for a text that was and is empty. */
  none: string;
}

/** A text before and after a change, with the words that differ marked. */
export function Marked({ before, after, none }: MarkedProps) {
  if (before === after) return <p className="text-quiet">{before === "" ? none : before}</p>;
  let at = 0;
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {shortenSame(diffWords(before, after)).map(({ kind, text }) => {
        at += text.length + 1;
        // White space of its own is no change that one can see.
        if (kind === "removed" && text.trim() === "") return null;
        if (kind === "same" || text.trim() === "") return <span key={at}>{text}</span>;
        return kind === "removed" ? (
          <del key={at} className={REMOVED}>
            {text}
          </del>
        ) : (
          <ins key={at} className={ADDED}>
            {text}
          </ins>
        );
      })}
    </p>
  );
}
