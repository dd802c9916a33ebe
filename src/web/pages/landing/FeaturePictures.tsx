/** Small illustrations made of real parts of the product. They are decoration; the text beside them says the same. */
import { useTranslation } from "react-i18next";
import { DEMO_KEDAI } from "../../../contract/text/demo.ts";

const AGENT_BUBBLE = "self-start rounded-2xl rounded-es-md bg-bubble px-3 py-2";
const VISITOR_BUBBLE = "self-end rounded-2xl rounded-ee-md bg-secondary px-3 py-2 text-secondary-content";

/** A reply that is being written. */
export function RepliesPicture() {
  const { t } = useTranslation("landing");
  return (
    <>
      <p className={VISITOR_BUBBLE}>{t("picture.replies.question")}</p>
      <p className={AGENT_BUBBLE}>
        {t("picture.replies.answer")} <span className="inline-block h-3.5 w-0.5 translate-y-0.5 animate-dot bg-primary" />
      </p>
    </>
  );
}

/** The same question, answered in two moods. */
export function HumanPicture() {
  const { t } = useTranslation("landing");
  return (
    <>
      <p className="font-semibold text-quiet">{t("picture.human.friendly")}</p>
      <p className={AGENT_BUBBLE}>{t("picture.human.friendlyAnswer")}</p>
      <p className="mt-1 font-semibold text-quiet">{t("picture.human.formal")}</p>
      <p className={AGENT_BUBBLE}>{t("picture.human.formalAnswer")}</p>
    </>
  );
}

/** A reply that shows a product. */
export function SalesPicture() {
  const { t } = useTranslation("landing");
  const dish = DEMO_KEDAI.menu[3];
  return (
    <>
      <p className={VISITOR_BUBBLE}>{t("picture.sales.question")}</p>
      <div className="flex w-56 gap-3 self-start rounded-2xl rounded-es-md bg-bubble p-2.5">
        <ChiffonDrawing />
        <div className="min-w-0">
          <p className="font-semibold">{dish.name}</p>
          <p className="tabular-nums">{dish.price}</p>
          <p className="mt-1 font-semibold text-primary underline underline-offset-2">{t("picture.sales.order")}</p>
        </div>
      </div>
    </>
  );
}

function ChiffonDrawing() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-16 shrink-0 rounded-xl">
      <rect width="64" height="64" fill="#f6ecd6" />
      <ellipse cx="32" cy="49" rx="24" ry="5" fill="#e2d3b3" />
      <path d="M12 46V28l34-8 6 6v20z" fill="#a9c77b" />
      <path d="M12 28l34-8 6 6-32 8z" fill="#7ea14f" />
      <path d="M12 28v18h8V34z" fill="#c2d99b" />
      <g fill="#8fb161">
        <circle cx="28" cy="39" r="1.4" />
        <circle cx="36" cy="35" r="1.2" />
        <circle cx="42" cy="41" r="1.5" />
        <circle cx="34" cy="43" r="1" />
        <circle cx="46" cy="33" r="1.1" />
      </g>
    </svg>
  );
}

/** The script tag. */
export function ScriptTag() {
  return (
    <pre className="overflow-hidden rounded-control border border-base-300 bg-raised p-4 font-mono text-sm leading-relaxed">
      <code>
        <span className="text-quiet">{"<"}</span>
        <span className="font-semibold text-primary">script</span>
        {"\n  src="}
        <span className="text-quiet">"…/embed.js"</span>
        {"\n  data-chat-id="}
        <span className="text-quiet">"kedai-seri"</span>
        {"\n  async"}
        <span className="text-quiet">{"></"}</span>
        <span className="font-semibold text-primary">script</span>
        <span className="text-quiet">{">"}</span>
      </code>
    </pre>
  );
}

/** The order in which models and the built-in answerer are tried when one fails. */
export function UptimePicture() {
  const { t } = useTranslation("landing");
  const steps = [
    { name: t("picture.uptime.first"), outcome: t("picture.uptime.failed"), isAnswer: false },
    { name: t("picture.uptime.second"), outcome: t("picture.uptime.answered"), isAnswer: true },
    { name: t("picture.uptime.own"), outcome: t("picture.uptime.ready"), isAnswer: false },
  ];
  return (
    <ol className="rounded-control border border-base-300 bg-raised">
      {steps.map(({ name, outcome, isAnswer }) => (
        <li key={name} className="flex justify-between gap-4 border-b border-base-300 px-3.5 py-2 last:border-b-0">
          <span className={isAnswer ? "font-semibold" : ""}>{name}</span>
          <span className={isAnswer ? "font-semibold text-primary" : "text-quiet"}>{outcome}</span>
        </li>
      ))}
    </ol>
  );
}

/** Knowledge entries, and how much of the limit they use. */
export function TrainingPicture() {
  const { t } = useTranslation("landing");
  const entries = [t("picture.training.hours"), t("picture.training.delivery"), t("picture.training.halal")];
  return (
    <div className="rounded-control border border-base-300 bg-raised">
      {entries.map((entry) => (
        <p key={entry} className="truncate border-b border-base-300 px-3.5 py-2">
          {entry}
        </p>
      ))}
      <p className="flex justify-between px-3.5 py-2 text-quiet tabular-nums">
        <span>{t("knowledge.text")}</span>
        <span>{t("knowledge.words", { words: "38", limit: "500" })}</span>
      </p>
    </div>
  );
}
