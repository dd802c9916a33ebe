import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronDown, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { isSetupDone, isStepDone, SETUP_STEPS, type Setup, type SetupStep } from "../../../contract/setup.ts";
import type { UserDetails } from "../../../contract/user.ts";
import { call } from "../../api.ts";
import { useReadOnly } from "../../may.ts";
import { setupQuery, userQuery } from "../../queries.ts";
import { formatNumber, formatRecent } from "../../text/format.ts";

/** The steps to a live chat, until they are done or the owner closes the list. */
export function SetupList({ userId, setup: loaded }: { userId: string; setup: Setup }) {
  const close = useClose(userId);
  const { data } = useQuery({ ...setupQuery(userId, { isWaiting: loaded.chatId !== null }), initialData: loaded });
  const setup = data ?? loaded;
  return setup.chatId === null ? <FirstAgent setup={setup} onClose={close} /> : <Steps setup={setup} onClose={close} />;
}

interface StepsProps {
  setup: Setup;
  onClose: () => void;
}

/** Without an agent there is one thing to do; the steps show what it leads to. */
function FirstAgent({ setup, onClose }: StepsProps) {
  const { t } = useTranslation("dashboard");
  const titleId = useId();
  const isReadOnly = useReadOnly();
  return (
    <section aria-labelledby={titleId} className="relative mt-6 rounded-surface border border-base-300 bg-raised p-5 sm:p-8">
      <div className="grid gap-x-16 gap-y-6 md:grid-cols-2">
        <div>
          <Title id={titleId} setup={setup} className="pe-8 text-xl" />
          <p className="mt-2 max-w-[44ch] text-quiet">{t("begin.lead")}</p>
          {!isReadOnly && (
            <Link to="/start" className="btn btn-primary mt-5 max-sm:btn-block">
              {t("begin.first")}
            </Link>
          )}
        </div>
        <ol className="space-y-2.5 md:border-s md:border-base-300 md:ps-10">
          {SETUP_STEPS.map((step) => (
            <li key={step} className="flex items-center gap-3">
              <Mark isDone={isStepDone(setup, step)} />
              {t(`begin.${step}`)}
            </li>
          ))}
        </ol>
      </div>
      {!isReadOnly && (
        <div className="absolute end-2 top-2">
          <CloseButton onClose={onClose} />
        </div>
      )}
    </section>
  );
}

/** A phone has only the heading and the next step, and opens the others: the month's messages are what the owner looks for first. */
function Steps({ setup, onClose }: StepsProps) {
  const { t } = useTranslation("dashboard");
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = useReadOnly();
  const next = SETUP_STEPS.find((step) => !isStepDone(setup, step));
  return (
    <section aria-labelledby={titleId} className="mt-6 rounded-surface border border-base-300 bg-raised">
      <div className="flex items-start justify-between gap-4 ps-4 pe-2 pt-2 sm:ps-5">
        <div className={`min-w-0 pt-1.5 ${isOpen ? "" : "max-md:pb-3"}`}>
          <Title id={titleId} setup={setup} className="text-base" />
          {next && !isOpen && (
            <p className="mt-0.5 text-quiet md:hidden">
              {t("begin.next")}{" "}
              <Link to={placeOf(next, setup)} className="link-plain">
                {t(`begin.do.${next}`)}
              </Link>
            </p>
          )}
        </div>
        <div className="flex">
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm md:hidden"
            aria-label={t("begin.steps")}
            aria-expanded={isOpen}
            aria-controls={`${titleId}-steps`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={isOpen ? "rotate-180" : ""} />
          </button>
          {!isReadOnly && <CloseButton onClose={onClose} />}
        </div>
      </div>
      <ol id={`${titleId}-steps`} className={`grid gap-x-2 p-2 pt-1 md:grid-cols-5 ${isOpen ? "" : "max-md:hidden"}`}>
        {SETUP_STEPS.map((step) => (
          <Step key={step} step={step} setup={setup} />
        ))}
      </ol>
    </section>
  );
}

function Title({ id, setup, className }: { id: string; setup: Setup; className: string }) {
  const { t } = useTranslation("dashboard");
  const done = SETUP_STEPS.filter((step) => isStepDone(setup, step)).length;
  return (
    <h2 id={id} className={className}>
      {isSetupDone(setup) ? t("begin.done") : t("begin.title")}
      <span className="ms-2 text-base font-normal whitespace-nowrap text-quiet tabular-nums">
        {t("begin.count", { done: formatNumber(done), of: formatNumber(SETUP_STEPS.length) })}
      </span>
    </h2>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("dashboard");
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm"
      aria-label={t("begin.close")}
      title={t("begin.close")}
      onClick={onClose}
    >
      <X size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-5 shrink-0 place-items-center rounded-full border-2 transition-colors duration-180 ${isDone ? "border-primary bg-primary text-primary-content" : "border-line-strong"}`}
    >
      {isDone && <Check size={13} strokeWidth={3} />}
    </span>
  );
}

function Step({ step, setup }: { step: SetupStep; setup: Setup }) {
  const { t } = useTranslation("dashboard");
  const isDone = isStepDone(setup, step);
  const note = useNote(step, setup);
  return (
    <li className="min-w-0">
      <Link
        to={placeOf(step, setup)}
        className="flex min-h-11 items-center gap-3 rounded-lg px-2 text-base-content py-1.5 hover:bg-base-200 sm:px-3 md:h-full md:items-start"
      >
        <span className="md:mt-0.5">
          <Mark isDone={isDone} />
        </span>
        <span className="min-w-0">
          <span className={`block ${isDone ? "" : "font-semibold underline decoration-line-strong decoration-1 underline-offset-4"}`}>
            {t(`begin.${step}`)}
            {isDone && <span className="sr-only">: {t("begin.stepDone")}</span>}
          </span>
          {note && (
            <span role={step === "site" ? "status" : undefined} className="block truncate text-sm text-quiet">
              {note}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** How far a step is, or what has come of it. */
function useNote(step: SetupStep, { entries, questions, site }: Setup): string {
  const { t } = useTranslation("dashboard");
  const progress = ({ done, of }: { done: number; of: number }) =>
    done >= of ? "" : t("begin.progress", { done: formatNumber(done), of: formatNumber(of) });
  if (step === "entries") return progress(entries);
  if (step === "questions") return progress(questions);
  if (step === "site" && site) return t("begin.live", { host: site.host, time: formatRecent(site.at, Date.now()) });
  return "";
}

/** Where a step is taken, or seen. */
function placeOf(step: SetupStep, { chatId, entries }: Setup): string {
  if (chatId === null) return "/start";
  const id = encodeURIComponent(chatId);
  const places: Record<SetupStep, string> = {
    named: `/editor?chatId=${id}&tab=basic`,
    entries: entries.done === 0 ? "/start?step=asks" : `/editor?chatId=${id}&tab=knowledge`,
    questions: `/editor?chatId=${id}&tab=knowledge`,
    site: `/embed-code/${id}`,
    visitor: `/conversations/${id}`,
  };
  return places[step];
}

/** Hides the list at once. If the call fails, it is there again after the next load. */
function useClose(userId: string): () => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call(accountCalls.closeSetup, { params: { id: userId } }),
    onMutate: () => queryClient.setQueryData(userQuery(userId).queryKey, (now: UserDetails | undefined) => now && { ...now, setup: null }),
    onError: () => queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
  });
  return () => mutate();
}
