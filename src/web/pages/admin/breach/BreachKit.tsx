import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Breach } from "../../../../contract/breach.ts";
import { COMMISSIONER_MS, PERSONS_MS, writeBreachLetter } from "../../../../contract/breach-letters.ts";
import { operationCalls } from "../../../../contract/calls/operation.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../../contract/language.ts";
import { addressOf, call } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { formatDateTime, formatNumber } from "../../../text/format.ts";
import { currentLanguage } from "../../../text/i18n.ts";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { NotLoaded } from "../../../ui/page/NotLoaded.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { ExportButton } from "../lists/ExportButton.tsx";

/** What the fields hold: local times as the browser writes them, or empty. */
interface Times {
  from: string;
  to: string;
  noticed: string;
}

const at = (local: string): number | null => {
  const time = local === "" ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(time) ? null : time;
};

/** The time in words, or what an empty field means. */
const hintOf = (local: string, whenEmpty: string): string => {
  const time = at(local);
  return time === null ? whenEmpty : formatDateTime(new Date(time).toISOString());
};

/** After a breach of data: who may have been touched, until when whom to tell, and letters to begin with. */
export function BreachKit() {
  const { t } = useTranslation("admin");
  const [times, setTimes] = useState<Times>({ from: "", to: "", noticed: "" });
  const bind = (name: keyof Times) => ({
    type: "datetime-local",
    value: times[name],
    hint: hintOf(times[name], name === "from" ? t("breach.fromHint") : ""),
    onChange: (event: { target: { value: string } }) => setTimes({ ...times, [name]: event.target.value }),
  });
  const [from, to] = [at(times.from), at(times.to)];
  const isReversed = from !== null && to !== null && from >= to;
  return (
    <div className="max-w-2xl">
      <FormGroup title={t("breach.title")} lead={t("breach.lead")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t("breach.from")} {...bind("from")} />
          <TextField label={t("breach.to")} error={isReversed ? t("breach.order") : undefined} {...bind("to")} />
        </div>
        <TextField fieldClass="sm:max-w-[calc(50%-0.625rem)]" label={t("breach.noticed")} {...bind("noticed")} />
        <Deadlines noticed={at(times.noticed)} />
      </FormGroup>
      {to !== null && !isReversed && <Touched from={from} to={to} noticed={at(times.noticed)} />}
    </div>
  );
}

function Deadlines({ noticed }: { noticed: number | null }) {
  const { t } = useTranslation("admin");
  if (noticed === null) return null;
  const time = (ms: number) => formatDateTime(new Date(noticed + ms).toISOString());
  return (
    <div className="space-y-1">
      <p>{t("breach.commissioner", { time: time(COMMISSIONER_MS) })}</p>
      <p>{t("breach.persons", { time: time(COMMISSIONER_MS + PERSONS_MS) })}</p>
      <p className="text-sm text-quiet">{t("breach.law")}</p>
    </div>
  );
}

function Touched({ from, to, noticed }: { from: number | null; to: number; noticed: number | null }) {
  const { t } = useTranslation("admin");
  const range = { from: from === null ? "" : new Date(from).toISOString(), to: new Date(to).toISOString() };
  const query = useQuery({
    queryKey: ["breach", range],
    queryFn: ({ signal }) => call(operationCalls.fetchBreach, { query: range, signal }),
  });
  return (
    <>
      <FormGroup title={t("breach.touched")} lead={t("breach.touchedLead")}>
        {query.isPending && <Loading tall={false} />}
        {query.error && !query.data && <NotLoaded what={t("breach.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && <Figures touched={query.data} />}
        <ExportButton path={addressOf(operationCalls.exportBreach, { query: range })} />
      </FormGroup>
      {query.data && <Letters touched={query.data} from={from} to={to} noticed={noticed} />}
    </>
  );
}

function Figures({ touched }: { touched: Breach }) {
  const { t } = useTranslation("admin");
  const figures = [
    [t("breach.accounts"), touched.accounts],
    [t("breach.agents"), touched.agents],
    [t("breach.conversations"), touched.conversations],
    [t("breach.visitors"), touched.visitors],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="text-xl font-bold tabular-nums">{formatNumber(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Letters(about: { touched: Breach; from: number | null; to: number; noticed: number | null }) {
  const { t } = useTranslation("admin");
  const settings = useQuery(settingsQuery());
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const operator = settings.data?.operatorName ?? "";
  const contact = settings.data?.operatorContact ?? "";
  const write = (which: "toCommissioner" | "toPersons") => writeBreachLetter(which, language, { ...about, operator, contact });
  return (
    <FormGroup title={t("breach.letters")} lead={t("breach.lettersLead")}>
      <Choice
        legend={t("breach.language")}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={setLanguage}
      />
      <Letter label={t("breach.toCommissioner")} text={write("toCommissioner")} language={language} />
      <Letter label={t("breach.toPersons")} text={write("toPersons")} language={language} />
    </FormGroup>
  );
}

function Letter({ label, text, language }: { label: string; text: string; language: Language }) {
  const { t } = useTranslation("admin");
  const { box, state, copy, Icon } = useCopy(text);
  /** Places in brackets that the operator fills in. */
  const open = text.match(/\[[^\]\n]{1,200}\]/g)?.length ?? 0;
  return (
    <div>
      <label>
        <span className="mb-1.5 block font-semibold">{label}</span>
        <textarea ref={box} className="textarea field-sizing-content text-sm" rows={12} lang={language} value={text} readOnly />
      </label>
      {open > 0 && <p className="mt-1.5 text-sm text-quiet">{t("breach.open", { count: open })}</p>}
      <button type="button" className="btn btn-line mt-2" aria-label={t("breach.copyOf", { label })} onClick={copy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(state === "copied" ? "breach.copied" : "breach.copy")}
      </button>
    </div>
  );
}
