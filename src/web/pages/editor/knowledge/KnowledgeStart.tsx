import { Clock, type LucideIcon, Plus, ReceiptText, Truck } from "lucide-react";
import { useTranslation } from "react-i18next";

const EXAMPLES = [
  { name: "hours", Icon: Clock },
  { name: "prices", Icon: ReceiptText },
  { name: "delivery", Icon: Truck },
] as const satisfies readonly { name: string; Icon: LucideIcon }[];

/** Shown before the first entry: what knowledge is for, and examples to start from. */
export function KnowledgeStart({ onExample }: { onExample: (text: string) => void }) {
  const { t } = useTranslation("editor");
  return (
    <section aria-labelledby="start-title" className="mt-10 border-t border-base-300 pt-6">
      <h3 id="start-title" className="text-base tracking-normal">
        {t("start.title")}
      </h3>
      <p className="mt-1 max-w-[60ch] text-quiet">{t("start.lead")}</p>
      <ul className="mt-4 divide-y divide-base-300 rounded-surface border border-base-300">
        {EXAMPLES.map(({ name, Icon }) => (
          <li key={name}>
            <button
              type="button"
              className="group flex w-full cursor-pointer items-start gap-3.5 px-4 py-3.5 text-start transition-colors duration-150 hover:bg-base-200"
              onClick={() => onExample(t(`start.${name}Text`))}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`start.${name}`)}</span>
                <span className="mt-0.5 block text-sm text-quiet">{t(`start.${name}Text`)}</span>
              </span>
              <Plus size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet group-hover:text-base-content" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
