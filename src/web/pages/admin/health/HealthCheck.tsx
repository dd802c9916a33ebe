import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { CHECKS, type CheckId } from "../../../../contract/doctor.ts";
import { call } from "../../../api.ts";
import { formatNumber } from "../../../text/format.ts";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { CheckRow } from "./CheckRow.tsx";
import { type Checked, countStates } from "./checked.ts";

type Results = Partial<Record<CheckId, Checked>>;

/** Makes all checks side by side. A check whose call fails does not stop the others. */
function useChecks() {
  const [results, setResults] = useState<Results | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async () => {
    const current = new AbortController();
    stop.current = current;
    const { signal } = current;
    setResults({});
    setRunning(true);
    const note = (id: CheckId, checked: Checked) => {
      if (!signal.aborted) setResults((known) => ({ ...known, [id]: checked }));
    };
    await Promise.all(
      CHECKS.map((id) =>
        call(operationCalls.makeCheck, { body: { check: id }, signal }).then(
          (finding) => note(id, { finding }),
          (error: Error) => note(id, { error }),
        ),
      ),
    );
    if (!signal.aborted) setRunning(false);
  };
  return { results, isRunning, run: () => void run() };
}

/** The checks of `sapa doctor`, made by the server when the administrator asks for them. */
export function HealthCheck() {
  const { t } = useTranslation("admin");
  const { results, isRunning, run } = useChecks();
  const done = Object.keys(results ?? {}).length;
  return (
    <div className="max-w-3xl">
      <FormGroup title={t("health.title")} lead={t("health.lead")}>
        <BusyButton className="btn-primary" busy={isRunning} onClick={run}>
          {t(results === null ? "health.run" : "health.again")}
        </BusyButton>
        {isRunning && <Progress label={t("health.progressOf")} percent={(100 * done) / CHECKS.length} />}
        {/* Exists from the start, so that a screen reader notices its text. */}
        <p role="status" className={results ? "font-semibold tabular-nums" : "sr-only"}>
          {isRunning && t("health.progress", { done: formatNumber(done), all: formatNumber(CHECKS.length) })}
          {results && !isRunning && <Summary results={results} />}
        </p>
        {results && (
          <ul className="divide-y divide-base-300 border-y border-base-300">
            {CHECKS.map((id) => (
              <CheckRow key={id} id={id} checked={results[id]} />
            ))}
          </ul>
        )}
      </FormGroup>
    </div>
  );
}

function Summary({ results }: { results: Results }) {
  const { t } = useTranslation("admin");
  const { fault, warning, unknown } = countStates(Object.values(results));
  if (fault + warning + unknown === 0) return t("health.allOk");
  const parts = [
    fault > 0 && t("health.faults", { count: fault, number: formatNumber(fault) }),
    warning > 0 && t("health.warnings", { count: warning, number: formatNumber(warning) }),
    unknown > 0 && t("health.unknowns", { count: unknown, number: formatNumber(unknown) }),
  ];
  return parts.filter(Boolean).join(" · ");
}
