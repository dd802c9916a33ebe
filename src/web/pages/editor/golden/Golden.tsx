import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CirclePlay, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { goldenCalls } from "../../../../contract/calls/golden.ts";
import { GOLDEN_MAX, type GoldenPage, type GoldenQuestion } from "../../../../contract/golden.ts";
import { call, fieldsOf, messageOf } from "../../../api.ts";
import { goldenKey, goldenQuery, goldenSuggestionsQuery, modelTestsQuery } from "../../../golden-queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { type GhostRow, GhostRows } from "../../../ui/GhostRows.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { SaveFirst } from "../SaveFirst.tsx";
import { GoldenDialog } from "./GoldenDialog.tsx";
import { GoldenRow } from "./GoldenRow.tsx";
import { ModelTests } from "./ModelTests.tsx";

/** The tab with the agent's test questions. `chatId` is null until the first save. */
export function Golden({ chatId }: { chatId: string | null }) {
  const { t } = useTranslation("golden");
  const ghosts = [t("golden.placeholder"), t("golden.exampleHours")].map((title) => ({
    Icon: CircleCheck,
    title,
    note: t("golden.passed"),
  }));
  return (
    <section aria-labelledby="golden-title">
      <h2 id="golden-title" className="text-lg">
        {t("golden.title")}
      </h2>
      {chatId === null ? (
        <SaveFirst text={t("golden.saveFirst")} rows={ghosts} />
      ) : (
        <>
          <p className="mt-1 max-w-[60ch] text-quiet">{t("golden.lead")}</p>
          <Questions chatId={chatId} ghosts={ghosts} />
        </>
      )}
    </section>
  );
}

function Questions({ chatId, ghosts }: { chatId: string; ghosts: readonly GhostRow[] }) {
  const { t } = useTranslation("golden");
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<GoldenQuestion | null>(null);
  const { data: tests } = useQuery(modelTestsQuery(chatId));
  const run = tests?.run;
  const { data, error, isPending, refetch } = useQuery(goldenQuery(chatId, page, run ? `${run.at} ${run.asked}` : ""));
  // They are above the questions, which would move down for them.
  const { isPending: isSuggesting } = useQuery(goldenSuggestionsQuery(chatId));
  if (isPending || isSuggesting) return <RowBones />;
  if (error) {
    return (
      <RetryAlert className="mt-6" onRetry={() => void refetch()}>
        {t("golden.failed")}
      </RetryAlert>
    );
  }
  return (
    <>
      <OwnerOnly>
        <AddQuestion chatId={chatId} />
        <Suggestions chatId={chatId} isFirst={data.total === 0} />
      </OwnerOnly>
      {data.total === 0 ? (
        <>
          <p className="mt-6 max-w-[60ch] border-t border-base-300 pt-4">{t("golden.empty")}</p>
          <GhostRows rows={ghosts} className="mt-4" />
        </>
      ) : (
        <>
          <Results chatId={chatId} page={data} onRun={() => setPage(1)} />
          <ul className="mt-4 divide-y divide-base-300 border-y border-base-300">
            {data.questions.map((golden) => (
              <GoldenRow key={golden.id} golden={golden} onEdit={() => setEdited(golden)} />
            ))}
          </ul>
        </>
      )}
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("golden.title")} />}
      {data.total > 0 && <ModelTests chatId={chatId} />}
      {edited && <GoldenDialog chatId={chatId} golden={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Adds a question that the agent must have an answer to; what else is expected of it is written in its dialog. */
function useAdd(chatId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { question: string; expects?: { entryId: string } }) => call(goldenCalls.addGolden, { params: { chatId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: goldenKey(chatId) }),
  });
}

function AddQuestion({ chatId }: { chatId: string }) {
  const { t } = useTranslation("golden");
  const [question, setQuestion] = useState("");
  const { mutate, isPending, error } = useAdd(chatId);
  const submit = () => {
    if (question.trim() !== "") mutate({ question }, { onSuccess: () => setQuestion("") });
  };
  const problem = error ? (fieldsOf(error).question ?? messageOf(error, t("golden.addFailed"))) : undefined;
  return (
    <Form onSubmit={submit} refusal={error} noValidate className="mt-6 flex items-start gap-2">
      <TextField
        fieldClass="min-w-0 flex-1"
        label={t("golden.question")}
        placeholder={t("golden.placeholder")}
        value={question}
        maxLength={GOLDEN_MAX.length}
        error={problem}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <BusyButton type="submit" className="btn-line mt-7.5" busy={isPending} disabled={question.trim() === ""}>
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        {t("golden.add")}
      </BusyButton>
    </Form>
  );
}

/** The most that are shown at once. Those that follow move up when one is added. */
const SHOWN = 4;

/** What may be asked of the entries, which one click adds; for the first question also what visitors of every business ask. */
function Suggestions({ chatId, isFirst }: { chatId: string; isFirst: boolean }) {
  const { t } = useTranslation("golden");
  const { data } = useQuery(goldenSuggestionsQuery(chatId));
  const toast = useToast();
  const { mutate, isPending } = useAdd(chatId);
  if (!data) return null;
  const isFromEntries = data.suggestions.length > 0;
  if (!isFromEntries && !isFirst) return null;
  const common = [t("golden.exampleHours"), t("golden.placeholder"), t("golden.examplePay")];
  const offered = isFromEntries
    ? data.suggestions.slice(0, SHOWN).map(({ question, entryId, says }) => ({ question, expects: { entryId, says } }))
    : common.map((question) => ({ question }));
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-sm font-semibold text-quiet">{t(isFromEntries ? "golden.suggested" : "golden.examples")}</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {offered.map((one) => (
          <button
            key={one.question}
            type="button"
            className="btn btn-line btn-sm h-auto min-h-(--size) max-w-full py-1 max-sm:min-h-11"
            disabled={isPending}
            onClick={() => mutate(one, { onError: (error) => toast({ text: messageOf(error, t("golden.addFailed")), tone: "error" }) })}
          >
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            <span dir="auto" className="min-w-0 text-start break-words">
              {one.question}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** How many passed, and the button that tests all of them. */
function Results({ chatId, page, onRun }: { chatId: string; page: GoldenPage; onRun: () => void }) {
  const { t } = useTranslation("golden");
  const toast = useToast();
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: () => call(goldenCalls.runGolden, { params: { chatId } }),
    onSuccess: ({ passed, failed }) => {
      const of = (count: number) => ({ count, number: formatNumber(count) });
      const text = failed === 0 ? t("golden.ranAll", of(passed)) : t("golden.ranSome", of(failed));
      toast({ text, group: "golden run", tone: failed === 0 ? "success" : "error" });
      onRun();
      return queryClient.invalidateQueries({ queryKey: goldenKey(chatId) });
    },
    onError: (error) => toast({ text: messageOf(error, t("golden.runFailed")), tone: "error" }),
  });
  const { passed, failed, untested, questions } = page;
  const hasChanged = questions.some(({ run: last }) => last?.isCurrent === false);
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div role="status" className="min-w-0">
        <p className="flex flex-wrap gap-x-3 font-semibold tabular-nums">
          {questions.some(({ modelRun }) => modelRun) && <span className="font-normal text-quiet">{t("golden.withoutModel")}</span>}
          {failed > 0 && <span className="text-error">{t("golden.failedCount", { number: formatNumber(failed) })}</span>}
          {passed > 0 && <span>{t("golden.passedCount", { number: formatNumber(passed) })}</span>}
          {untested > 0 && <span className="text-quiet">{t("golden.untestedCount", { number: formatNumber(untested) })}</span>}
        </p>
        {hasChanged && <p className="text-sm text-quiet">{t("golden.changed")}</p>}
      </div>
      <OwnerOnly>
        <BusyButton className="btn-line" busy={run.isPending} busyText={t("golden.running")} onClick={() => run.mutate()}>
          <CirclePlay size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(passed + failed > 0 ? "golden.runAgain" : "golden.run")}
        </BusyButton>
      </OwnerOnly>
    </div>
  );
}
