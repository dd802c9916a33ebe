import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { goldenCalls } from "../../../../contract/calls/golden.ts";
import type { ModelTestRun, ModelTests as State } from "../../../../contract/golden.ts";
import { call } from "../../../api.ts";
import { isTesting, modelTestsQuery } from "../../../golden-queries.ts";
import { failureText } from "../../../text/failure.ts";
import { formatDateTime, formatMicros, formatNumber } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { useToast } from "../../../ui/Toast.tsx";

/** Asks a model the test questions: what it would cost, how far it is, and what became of it. */
export function ModelTests({ chatId }: { chatId: string }) {
  const { t } = useTranslation("golden");
  const { data, error, refetch } = useQuery(modelTestsQuery(chatId));
  return (
    <section aria-labelledby="model-tests" className="mt-10">
      <h3 id="model-tests" className="text-lg font-semibold">
        {t("model.title")}
      </h3>
      {/* What is not known yet keeps its room. */}
      {!data && !error && <div className="h-48" />}
      {!data && error && (
        <RetryAlert className="mt-3" onRetry={() => void refetch()}>
          {t("model.unread")}
        </RetryAlert>
      )}
      {data && <Loaded chatId={chatId} state={data} />}
    </section>
  );
}

function Loaded({ chatId, state }: { chatId: string; state: State }) {
  const { t } = useTranslation("golden");
  const { start, cancel, nightly } = useModelTests(chatId);
  const { model, run, obstacle, isNightly } = state;
  if (model === null) return <p className="mt-1 max-w-[60ch] text-quiet">{t("model.none")}</p>;
  return (
    <>
      <p className="mt-1 max-w-[60ch] text-quiet">{t("model.lead", { model })}</p>
      <Money state={state} />
      {isTesting(run) && run ? (
        <Running run={run} isBusy={cancel.isPending} onCancel={() => cancel.mutate()} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <OwnerOnly>
            <BusyButton className="btn-line" busy={start.isPending} disabled={obstacle !== null} onClick={() => start.mutate()}>
              <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
              {t("model.start", { model })}
            </BusyButton>
          </OwnerOnly>
          <Last run={run} />
        </div>
      )}
      <OwnerOnly>
        <div className="mt-6">
          <Switch
            label={t("model.nightly")}
            hint={t("model.nightlyHint")}
            value={nightly.isPending ? nightly.variables : isNightly}
            onChange={(value) => !nightly.isPending && nightly.mutate(value)}
          />
        </div>
      </OwnerOnly>
    </>
  );
}

/** What a run would cost, and what is left of the budget. */
function Money({ state: { expectedMicros, spentMicros, budgetMicros, obstacle } }: { state: State }) {
  const { t } = useTranslation("golden");
  if (obstacle === "unverified") return <p className="mt-2 text-sm font-medium">{t("model.unverified")}</p>;
  if (budgetMicros === 0) return <p className="mt-2 text-sm font-medium">{t("model.noBudget")}</p>;
  const expected = expectedMicros === null ? t("model.costUnknown") : t("model.cost", { amount: formatMicros(expectedMicros) });
  const spent = t("model.spent", { spent: formatMicros(spentMicros), budget: formatMicros(budgetMicros) });
  return (
    <p className="mt-2 max-w-[60ch] text-sm font-medium tabular-nums">
      {obstacle === "budget" ? t("model.usedUp") : obstacle === "noQuestions" ? "" : expected} {spent}
    </p>
  );
}

function Running({ run: { asked, total, state }, isBusy, onCancel }: { run: ModelTestRun; isBusy: boolean; onCancel: () => void }) {
  const { t } = useTranslation("golden");
  const label =
    state === "waiting" && asked === 0 ? t("model.waiting") : t("model.asked", { asked: formatNumber(asked), total: formatNumber(total) });
  return (
    <div className="mt-4 flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <p role="status" className="mb-1.5 text-sm tabular-nums">
          {label}
        </p>
        <Progress label={t("model.title")} percent={(100 * asked) / Math.max(total, 1)} />
      </div>
      <OwnerOnly>
        <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={isBusy} onClick={onCancel}>
          {t("cancel")}
        </BusyButton>
      </OwnerOnly>
    </div>
  );
}

/** What became of the last run. */
function Last({ run }: { run: ModelTestRun | null }) {
  const { t } = useTranslation("golden");
  if (!run) return null;
  const { state, at, asked, passed, costMicros, isNightly } = run;
  const numbers = { passed: formatNumber(passed), asked: formatNumber(asked), cost: formatMicros(costMicros) };
  const outcome = t(`model.state.${state === "waiting" || state === "running" ? "done" : state}`, numbers);
  return (
    <p role="status" className="min-w-0 text-sm text-quiet tabular-nums">
      {`${outcome} ${t(isNightly ? "model.atNight" : "model.at", { time: formatDateTime(at) })}`}
    </p>
  );
}

function useModelTests(chatId: string) {
  const { t } = useTranslation("golden");
  const toast = useToast();
  const queryClient = useQueryClient();
  const { queryKey } = modelTestsQuery(chatId);
  const options = (what: string) => ({
    onSuccess: (state: State) => void queryClient.setQueryData(queryKey, state),
    onError: (error: Error) => {
      toast({ text: failureText(what, error), tone: "error", group: "model tests" });
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const params = { chatId };
  return {
    start: useMutation({ mutationFn: () => call(goldenCalls.startModelTests, { params }), ...options(t("model.notStarted")) }),
    cancel: useMutation({ mutationFn: () => call(goldenCalls.cancelModelTests, { params }), ...options(t("model.notCancelled")) }),
    nightly: useMutation({
      mutationFn: (isNightly: boolean) => call(goldenCalls.setNightlyTests, { params, body: { isNightly } }),
      ...options(t("failed.setting")),
    }),
  };
}
