import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_BUBBLE, ScriptTag, VISITOR_BUBBLE } from "./FeaturePictures.tsx";

/** The way from nothing to a live chat, in three steps. Each has a picture made of the screens that the step shows. */
export function Steps() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="steps-title" className="border-y border-base-300 bg-base-200">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="steps-title" className="text-2xl sm:text-3xl">
          {t("steps.title")}
        </h2>
        <ol className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-12 lg:grid-cols-3">
          <Step number={1} title={t("steps.paste")} text={t("steps.pasteText")} picture={<PastePicture />} />
          <Step number={2} title={t("steps.teach")} text={t("steps.teachText")} picture={<TeachPicture />} />
          <Step number={3} title={t("steps.embed")} text={t("steps.embedText")} picture={<EmbedPicture />} />
        </ol>
      </div>
    </section>
  );
}

function Step({ number, title, text, picture }: { number: number; title: string; text: string; picture: ReactNode }) {
  return (
    <li className="min-w-0 sm:max-lg:grid sm:max-lg:grid-cols-[20rem_1fr] sm:max-lg:items-center sm:max-lg:gap-x-8">
      <div
        aria-hidden="true"
        className="flex h-52 flex-col justify-center gap-3 rounded-surface border border-base-300 bg-base-100 px-5 text-sm"
      >
        {picture}
      </div>
      <div>
        <h3 className="mt-5 flex items-baseline gap-2.5 text-lg">
          <span className="text-primary tabular-nums">{number}</span>
          {title}
        </h3>
        <p className="mt-1 text-quiet">{text}</p>
      </div>
    </li>
  );
}

/** Two questions of the guided start, one of them answered. */
function PastePicture() {
  const { t } = useTranslation("landing");
  return (
    <>
      <div>
        <p className="font-semibold">{t("picture.paste.hours")}</p>
        <p className="mt-1 rounded-control border border-line-strong bg-raised px-3 py-2">{t("picture.training.hours")}</p>
      </div>
      <div>
        <p className="font-semibold">{t("picture.paste.prices")}</p>
        <p className="mt-1 truncate rounded-control border border-primary bg-raised px-3 py-2 ring-1 ring-primary">
          {t("picture.paste.answer")}
          <span className="ms-0.5 inline-block h-3.5 w-px translate-y-0.5 animate-dot bg-base-content" />
        </p>
      </div>
    </>
  );
}

/** A question that had no answer, and the entry that it becomes. */
function TeachPicture() {
  const { t } = useTranslation("landing");
  return (
    <>
      <p className={VISITOR_BUBBLE}>{t("picture.teach.question")}</p>
      <p className={AGENT_BUBBLE}>{t("picture.teach.unknown")}</p>
      <p className="self-start rounded-control border border-line-strong bg-raised px-3 py-1.5 font-semibold">{t("picture.teach.add")}</p>
    </>
  );
}

/** The script tag, and the line of the set-up list that appears when it works. */
function EmbedPicture() {
  const { t } = useTranslation("landing");
  return (
    <>
      <ScriptTag />
      <p className="flex items-center gap-2 font-semibold text-primary">
        <Check size={18} strokeWidth={2.25} />
        {t("picture.embed.live")}
      </p>
    </>
  );
}
