import { useTranslation } from "react-i18next";

const BAR = "block rounded-full bg-base-300 motion-safe:animate-pulse";
const ROWS = ["w-4/5", "w-3/5", "w-11/12", "w-2/3", "w-3/4", "w-1/2"];
const BUBBLES = ["w-2/5", "w-3/5", "w-1/3", "w-1/2"];

/** Placeholder rows of the usual height, so that nothing moves when the conversations load. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="divide-y divide-base-300">
      <span className="sr-only">{t("loading")}</span>
      {ROWS.map((width) => (
        <div key={width} aria-hidden="true" className="py-3 panes:px-3">
          <span className={`my-1.5 h-3 ${BAR} ${width}`} />
          <span className={`mt-3 mb-1 h-2.5 w-24 ${BAR}`} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder bubbles, alternately on the right and on the left. */
export function TranscriptSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="space-y-5 py-6">
      <span className="sr-only">{t("loading")}</span>
      {BUBBLES.map((width, at) => (
        <div key={width} aria-hidden="true" className={`flex ${at % 2 === 0 ? "justify-end" : ""}`}>
          <span className={`h-12 rounded-[18px] bg-base-200 motion-safe:animate-pulse ${width}`} />
        </div>
      ))}
    </div>
  );
}
