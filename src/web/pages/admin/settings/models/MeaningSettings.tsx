import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { MeaningBuild, MeaningState } from "../../../../../contract/meaning.ts";
import { formatNumber } from "../../../../text/format.ts";
import { storedText } from "../../../../text/server-text.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { Field } from "../../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../../../ui/NotDone.tsx";
import type { SectionProps } from "../section.ts";
import { meaningQuery } from "./model-queries.ts";

/** Which model finds passages by their meaning, and how far its vectors are. */
export function MeaningSettings({ stored, values, errors, change }: SectionProps & { stored: string }) {
  const { t } = useTranslation("admin");
  const { data, error } = useQuery(meaningQuery(stored !== ""));
  const chosen = values.searchByMeaning;
  // The stored choice is shown even if it cannot be chosen any more.
  const choices = [...new Set([...(data?.choices ?? []), stored, chosen])].filter((choice) => choice !== "");
  const isEmpty = data !== undefined && choices.length === 0;
  return (
    <FormGroup title={t("meaning.title")} lead={t("meaning.lead")}>
      <Field label={t("meaning.model")} hint={isEmpty ? t("meaning.noChoice") : undefined} error={errors.searchByMeaning}>
        {(control) => (
          <select {...control} className="select" value={chosen} onChange={(event) => change({ searchByMeaning: event.target.value })}>
            <option value="">{t("meaning.off")}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice.startsWith("table/") ? t("meaning.table", { name: choice.slice("table/".length) }) : choice}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Disclosure className="text-sm text-quiet" title={t("meaning.details")}>
        <p className="mt-1 max-w-[68ch]">
          {t("meaning.hint")} {t("meaning.vendor")}
        </p>
      </Disclosure>
      {error && <NotDone what={t("meaning.notLoaded")} error={error} />}
      {data && stored !== "" && <Progress state={data} />}
    </FormGroup>
  );
}

function Progress({ state }: { state: MeaningState }) {
  const { t } = useTranslation("admin");
  const { problem, ready, passages, unfinished, builds } = state;
  if (problem !== null) return <Alert tone="warning">{t("meaning.problem", { problem })}</Alert>;
  return (
    <div className="space-y-3">
      <p>
        {ready > 0 ? t("meaning.ready", { count: ready, passages: formatNumber(passages) }) : t("meaning.noneReady")}{" "}
        {unfinished > 0 && t("meaning.unfinished", { count: unfinished })}
      </p>
      {builds.length > 0 && (
        <ul className="divide-y divide-base-300 border-y border-base-300" aria-label={t("meaning.builds")}>
          {builds.map((build) => (
            <BuildRow key={build.chatId} build={build} />
          ))}
        </ul>
      )}
    </div>
  );
}

function BuildRow({ build: { chatName, progress, isFailed, failure } }: { build: MeaningBuild }) {
  const { t } = useTranslation("admin");
  return (
    <li className="py-2">
      <div className="flex items-baseline gap-3">
        {isFailed && <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />}
        <span className="min-w-0 flex-1 truncate">{chatName}</span>
        <span className={`text-sm tabular-nums ${isFailed ? "font-semibold" : "text-quiet"}`}>
          {isFailed ? t("meaning.state.failed") : t("meaning.percent", { number: formatNumber(progress) })}
        </span>
      </div>
      {failure !== null && (
        <p className="mt-1 text-sm break-words text-quiet">
          {t(isFailed ? "meaning.failed" : "meaning.lastFailure", { failure: storedText(failure) })}
        </p>
      )}
    </li>
  );
}
