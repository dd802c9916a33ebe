import { ChevronRight, Clock, Globe, type LucideIcon, Plus, ReceiptText, Truck } from "lucide-react";
import { useTranslation } from "react-i18next";

const EXAMPLES = [
  { name: "hours", Icon: Clock },
  { name: "prices", Icon: ReceiptText },
  { name: "delivery", Icon: Truck },
] as const satisfies readonly { name: string; Icon: LucideIcon }[];

interface KnowledgeStartProps {
  onExample: (text: string) => void;
  /** Shows where files and websites are added; absent: the agent cannot read any yet. */
  onRead?: () => void;
}

/** Shown before the first entry: what knowledge is for, where it can be read, and examples to start from. */
export function KnowledgeStart({ onExample, onRead }: KnowledgeStartProps) {
  const { t } = useTranslation("editor");
  return (
    <section aria-labelledby="start-title" className="mt-10 border-t border-base-300 pt-6">
      <h3 id="start-title" className="text-base tracking-normal">
        {t("start.title")}
      </h3>
      <p className="mt-1 max-w-[60ch] text-quiet">{t("start.lead")}</p>
      <ul className="mt-4 divide-y divide-base-300 rounded-surface border border-base-300">
        {onRead && (
          <li>
            <Line Icon={Globe} title={t("start.read")} text={t("start.readText")} End={ChevronRight} onClick={onRead} />
          </li>
        )}
        {EXAMPLES.map(({ name, Icon }) => (
          <li key={name}>
            <Line
              Icon={Icon}
              title={t(`start.${name}`)}
              text={t(`start.${name}Text`)}
              End={Plus}
              onClick={() => onExample(t(`start.${name}Text`))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  /** Shown at the end. */
  End: LucideIcon;
  onClick: () => void;
}

function Line({ Icon, title, text, End, onClick }: LineProps) {
  return (
    <button
      type="button"
      className="group flex w-full cursor-pointer items-start gap-3.5 px-4 py-3.5 text-start transition-colors duration-150 hover:bg-base-200"
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="mt-0.5 block text-sm text-quiet">{text}</span>
      </span>
      <End size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet group-hover:text-base-content" />
    </button>
  );
}
