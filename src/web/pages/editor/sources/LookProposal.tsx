import { useId } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_FIELDS } from "../../../../contract/agent-fields.ts";
import { formatNumber } from "../../../text/format.ts";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";
import type { LookProposals } from "./look-proposal.ts";

const { most } = AGENT_FIELDS.starterQuestions;

/** Colours, logo and questions of the website, each with a tick. */
export function LookProposal({ proposal }: { proposal: LookProposals }) {
  const { t } = useTranslation("reading");
  const { usable, usesLogo, setUsesLogo } = proposal;
  const { colours, logo, questions } = usable;
  if (colours.length === 0 && logo === null && questions.length === 0) return null;
  return (
    <section aria-labelledby="look-title" className="mt-8 space-y-5">
      <h4 id="look-title" className="text-base font-semibold">
        {t("brand.title")}
      </h4>
      {colours.length > 0 && <Colours proposal={proposal} />}
      {logo !== null && (
        <label className="flex cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={usesLogo}
            onChange={() => setUsesLogo(!usesLogo)}
          />
          <Thumbnail address={logo} className="size-12" />
          <span className="min-w-0">{t("brand.useLogo")}</span>
        </label>
      )}
      {questions.length > 0 && <Questions proposal={proposal} />}
    </section>
  );
}

function Colours({ proposal: { usable, colour, setColour } }: { proposal: LookProposals }) {
  const { t } = useTranslation("reading");
  const name = useId();
  const ring =
    "flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-base-300 bg-raised px-3 text-sm font-medium has-checked:border-primary has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary";
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t("brand.colours")}</legend>
      <div className="flex flex-wrap gap-2">
        {usable.colours.map((one) => (
          <label key={one} className={ring} title={t("brand.colour", { colour: one })}>
            <input type="radio" name={name} className="sr-only" checked={colour === one} onChange={() => setColour(one)} />
            <span aria-hidden="true" className="size-5 rounded-full border border-base-300" style={{ background: one }} />
            <span className="uppercase tabular-nums">{one}</span>
          </label>
        ))}
        <label className={ring}>
          <input type="radio" name={name} className="sr-only" checked={colour === null} onChange={() => setColour(null)} />
          {t("brand.noColour")}
        </label>
      </div>
    </fieldset>
  );
}

function Questions({ proposal: { usable, questions, toggleQuestion, isFull } }: { proposal: LookProposals }) {
  const { t } = useTranslation("reading");
  return (
    <fieldset>
      <legend className="font-semibold">{t("brand.questions")}</legend>
      <p className="text-sm text-quiet">{t("brand.questionsHint", { number: formatNumber(most) })}</p>
      <ul className="mt-1.5">
        {usable.questions.map((question) => {
          const isChosen = questions.includes(question);
          return (
            <li key={question}>
              <label className={`flex min-h-9 items-start gap-3 py-1.5 ${!isChosen && isFull ? "text-quiet" : "cursor-pointer"}`}>
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary checkbox-sm mt-0.5 shrink-0"
                  checked={isChosen}
                  disabled={!isChosen && isFull}
                  onChange={() => toggleQuestion(question)}
                />
                <bdi className="min-w-0 break-words">{question}</bdi>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
