import { Eye } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { NotDone } from "../../ui/NotDone.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { PreviewDialog, PreviewPanel } from "../editor/preview/Preview.tsx";
import { AsksStep } from "./AsksStep.tsx";
import { LookStep } from "./LookStep.tsx";
import { NameStep } from "./NameStep.tsx";
import { ReadSite } from "./ReadSite.tsx";
import { SiteStep } from "./SiteStep.tsx";
import { StepList, type StepName, useStep } from "./StepList.tsx";
import { type GuideProps, useGuide } from "./use-guide.ts";

/** One step at a time on the left, and the living widget on the right from the first step on. */
export function Guide(props: GuideProps) {
  const { t } = useTranslation("start");
  const guide = useGuide(props);
  const { step, goTo } = useStep(guide.chatId, guide.found.ours.length > 0);
  const isWide = useMediaQuery("(min-width: 64rem)");
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const closePreview = useCallback(() => setPreviewOpen(false), []);
  const preview = { ...guide.preview, userId: props.user.id };
  return (
    <div data-fills="lg" className="flex lg:h-[calc(100dvh-4rem-1px)] lg:overflow-hidden">
      <main className="relative min-w-0 flex-1 lg:overflow-y-auto">
        <div className="mx-auto max-w-2xl px-4 pt-8 pb-32 sm:px-8 lg:pt-6 lg:pb-16">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h1 className="text-2xl">{t("guide.title")}</h1>
            <Link to="/dashboard" className="link-plain inline-flex min-h-6 items-center">
              {t("guide.later")}
            </Link>
          </div>
          <StepList step={step} isNamed={guide.chatId !== null} onChoose={goTo} />
          <Step key={step} name={step} guide={guide} goTo={goTo} origin={props.origin} userId={props.user.id} />
        </div>
      </main>
      {isWide && <PreviewPanel {...preview} />}
      {!isWide && (
        <div className="fixed inset-x-0 bottom-0 z-20 border-t border-base-300 bg-base-100 px-4 py-3">
          <button type="button" className="btn btn-line btn-block" onClick={() => setPreviewOpen(true)}>
            <Eye size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("guide.preview")}
          </button>
        </div>
      )}
      {!isWide && isPreviewOpen && <PreviewDialog {...preview} onClose={closePreview} />}
    </div>
  );
}

interface StepProps {
  name: StepName;
  guide: ReturnType<typeof useGuide>;
  goTo: (step: StepName) => void;
  origin: string;
  userId: string;
}

const NEXT: Record<StepName, StepName> = { name: "asks", asks: "look", look: "site", site: "site" };

/** A step's heading takes the focus, so that a screen reader begins there. */
function Step({ name, guide, goTo, origin, userId }: StepProps) {
  const { t } = useTranslation("start");
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = name === "name";
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [isFirst]);
  const submit = async () => {
    if (await guide.save(name)) goTo(NEXT[name]);
  };
  const { error, refusal } = guide;
  const form = (lead: string) => (
    <Form noValidate onSubmit={() => void submit()} refusal={refusal} className="mt-6 space-y-6 lg:space-y-5">
      {lead !== "" && <h3 className="border-t border-base-300 pt-6 text-base font-semibold">{lead}</h3>}
      {name === "name" && <NameStep guide={guide} />}
      {name === "asks" && <AsksStep guide={guide} />}
      {name === "look" && <LookStep guide={guide} />}
      <BusyButton type="submit" className="btn-primary max-sm:btn-block sm:px-8" busy={guide.isBusy}>
        {t("guide.continue")}
      </BusyButton>
      {error && <NotDone what={t("failed.save")} error={error} />}
    </Form>
  );
  return (
    <section aria-labelledby="step-title" className="mt-8 lg:mt-6">
      <h2 id="step-title" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t(`step.${name}`)}
      </h2>
      <p className="mt-1 text-quiet">{t(`step.${name}Lead`)}</p>
      {name === "site" ? (
        <SiteStep chatId={guide.chatId ?? ""} origin={origin} userId={userId} />
      ) : name === "asks" && guide.chatId !== null ? (
        <ReadSite
          chatId={guide.chatId}
          draft={guide.draft}
          onAdopt={guide.adopt}
          onNext={() => goTo(NEXT[name])}
          onEntries={guide.noteRead}
        >
          {form}
        </ReadSite>
      ) : (
        form("")
      )}
    </section>
  );
}
