import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HumanPicture, RepliesPicture, SalesPicture, ScriptTag, TrainingPicture, UptimePicture } from "./FeaturePictures.tsx";

/** The six features, each with an illustration. */
export function Features() {
  const { t } = useTranslation("landing");
  return (
    <section id="features" aria-labelledby="features-title" className="mx-auto max-w-6xl scroll-mt-6 px-4 py-24 sm:px-6">
      <h2 id="features-title" className="max-w-[22ch] text-2xl sm:text-3xl">
        {t("features.title")}
      </h2>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-px overflow-hidden rounded-surface border border-base-300 bg-base-300 sm:grid-cols-2 lg:grid-cols-3">
        <Feature title={t("features.replies")} text={t("features.repliesText")} picture={<RepliesPicture />} />
        <Feature title={t("features.human")} text={t("features.humanText")} picture={<HumanPicture />} />
        <Feature title={t("features.sales")} text={t("features.salesText")} picture={<SalesPicture />} />
        <Feature title={t("features.integration")} text={t("features.integrationText")} picture={<ScriptTag />} />
        <Feature title={t("features.uptime")} text={t("features.uptimeText")} picture={<UptimePicture />} />
        <Feature title={t("features.training")} text={t("features.trainingText")} picture={<TrainingPicture />} />
      </div>
    </section>
  );
}

function Feature({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <article className="flex flex-col bg-base-100 p-6 pb-8">
      <div aria-hidden="true" className="flex h-44 flex-col justify-center gap-2 text-sm">
        {picture}
      </div>
      <h3 className="mt-4 text-lg">{title}</h3>
      <p className="mt-1.5 text-quiet">{text}</p>
    </article>
  );
}
