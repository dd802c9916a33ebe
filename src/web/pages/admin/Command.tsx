import { useTranslation } from "react-i18next";
import { useCopy } from "../../ui/use-copy.ts";

/** An option with its value, a text in quotation marks, or a word. */
const PART = /--[^\s"]+ (?!--)(?:"[^"]*"|[^\s"]+)|"[^"]*"|[^\s"]+/g;

/** What the operator types on the machine, with a button that copies it. A long command breaks between its options. */
export function Command({ command }: { command: string }) {
  const { t } = useTranslation("admin");
  const { box, state, copy, Icon } = useCopy<HTMLElement>(command);
  return (
    <div className="mt-2 flex max-w-3xl items-start gap-2 max-sm:flex-col max-sm:items-stretch">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a code by itself has no label */}
      <code
        ref={box}
        role="group"
        aria-label={t("command.label")}
        className="min-h-8 min-w-0 flex-1 rounded-control border border-line-strong/60 bg-raised px-3 py-1 font-mono text-sm text-base-content select-all"
      >
        {(command.match(PART) ?? []).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state, and the same part may occur twice
          <span key={at}>
            {at > 0 && " "}
            <span className="inline-block max-w-full wrap-anywhere">{part}</span>
          </span>
        ))}
      </code>
      <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" aria-label={t("command.copyOf", { command })} onClick={copy}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span aria-live="polite">{t(state === "copied" ? "command.copied" : "command.copy")}</span>
      </button>
    </div>
  );
}
