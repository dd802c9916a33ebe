import { useTranslation } from "react-i18next";
import { currentLanguage } from "../../text/i18n.ts";
import { STEP_PICTURES, STEP_SIZE } from "./step-pictures.ts";

/** The way from nothing to a live chat, in three steps, each with a picture of the screen that it is about. */
export function Steps() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="steps-title" className="border-y border-base-300 bg-base-200">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="steps-title" className="text-2xl sm:text-3xl">
          {t("steps.title")}
        </h2>
        <ol className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-12 lg:grid-cols-3">
          <Step number={1} title={t("steps.paste")} text={t("steps.pasteText")} picture="paste" />
          <Step number={2} title={t("steps.teach")} text={t("steps.teachText")} picture="teach" />
          <Step number={3} title={t("steps.embed")} text={t("steps.embedText")} picture="embed" />
        </ol>
      </div>
    </section>
  );
}

type StepPicture = "paste" | "teach" | "embed";

interface StepProps {
  number: number;
  title: string;
  text: string;
  picture: StepPicture;
}

function Step({ number, title, text, picture }: StepProps) {
  return (
    <li className="min-w-0 sm:max-lg:grid sm:max-lg:grid-cols-[20rem_1fr] sm:max-lg:items-center sm:max-lg:gap-x-8">
      <Picture name={picture} theme="light" className="dark-off" />
      <Picture name={picture} theme="dark" className="dark-on" />
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

interface PictureProps {
  name: StepPicture;
  theme: "light" | "dark";
  className: string;
}

/** The text beside it says the same. The browser does not load the picture of the theme that it does not show. */
function Picture({ name, theme, className }: PictureProps) {
  return (
    <img
      src={`/assets/steps/${STEP_PICTURES[`${name}-${currentLanguage()}-${theme}`]}`}
      {...STEP_SIZE}
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      className={`h-auto w-full rounded-surface border border-base-300 bg-base-100 ${className}`}
    />
  );
}
