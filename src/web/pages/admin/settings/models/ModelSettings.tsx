import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelChoice } from "../../../../../contract/model.ts";
import { MODEL_NAME_MAX } from "../../../../../contract/model.ts";
import { BUILTIN_MODEL } from "../../../../../contract/settings.ts";
import { SETTINGS_FIELDS } from "../../../../../contract/settings-fields.ts";
import { failureText } from "../../../../text/failure.ts";
import { formatDate, formatNumber, formatUsd } from "../../../../text/format.ts";
import { RetryAlert } from "../../../../ui/Alert.tsx";
import { Field, TextField } from "../../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../../ui/forms/Switch.tsx";
import type { SectionProps } from "../section.ts";
import { choiceOf, groupOf, keyedProvider } from "./chosen-model.ts";
import { KeyField } from "./KeyField.tsx";
import { ModelSelect } from "./ModelSelect.tsx";
import { modelsQuery } from "./model-queries.ts";

const { min, max } = SETTINGS_FIELDS.wrongAnswers;
const PERCENTAGES = Array.from({ length: max - min + 1 }, (_, at) => min + at);

/** The model that answers, the key for its vendor, and how careful the built-in answerer is. */
export function ModelSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, errors, change } = props;
  const { data: list, error, refetch } = useQuery(modelsQuery());
  const groups = list?.groups ?? [];
  const choice = choiceOf(values.aiModel, groups);
  const group = groupOf(values.aiModel, groups);
  const [offered, setOffered] = useState<string[]>([]);
  return (
    <FormGroup title={t("settings.ai")}>
      <Field label={t("settings.model")} hint={<Served choice={choice} id={values.aiModel} />} error={errors.aiModel}>
        {(control) => <ModelSelect {...control} list={list} value={values.aiModel} onChange={(aiModel) => change({ aiModel })} />}
      </Field>
      {error && <RetryAlert onRetry={() => void refetch()}>{failureText(t("models.notLoaded"), error)}</RetryAlert>}
      {list && <OtherModel offered={offered} provider={group?.provider ?? null} onChoose={(aiModel) => change({ aiModel })} />}
      {/* The vendor of the key is known only once the list has loaded. */}
      {list && (
        <KeyField
          key={group?.provider ?? ""}
          section={props}
          label={t("settings.apiKey")}
          hint={t("settings.secretHint")}
          provider={keyedProvider(group)}
          checked={group?.provider ?? null}
          model={values.aiModel}
          onOffered={setOffered}
        />
      )}
      <Switch
        label={t("settings.allowSums")}
        hint={t("settings.allowSumsHint")}
        value={values.allowSums}
        onChange={(allowSums) => change({ allowSums })}
      />
      <Field label={t("settings.wrongAnswers")} hint={t("settings.wrongAnswersHint")} error={errors.wrongAnswers}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={values.wrongAnswers}
            onChange={(event) => change({ wrongAnswers: Number(event.target.value) })}
          >
            {PERCENTAGES.map((percent) => (
              <option key={percent} value={percent}>
                {t("settings.wrongAnswersOf", { number: formatNumber(percent) })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormGroup>
  );
}

/** Says in one line which model answers under the chosen name. */
function Served({ choice, id }: { choice: ModelChoice | null; id: string }) {
  const { t } = useTranslation("admin");
  if (id === BUILTIN_MODEL) return t("models.builtinHint");
  if (!choice) return t("settings.modelHint");
  const { served, listed, price, until, successor, note } = choice;
  const parts = [
    served === listed ? "" : t("models.served", { served }),
    price
      ? t("models.price", { input: formatUsd(price.inputUsd), output: formatUsd(price.outputUsd), day: formatDate(price.asOf) })
      : t("models.noPrice"),
    until && successor ? t("models.until", { day: formatDate(until), successor }) : "",
    note,
  ];
  return parts.filter(Boolean).join(" ");
}

interface OtherModelProps {
  offered: readonly string[];
  provider: string | null;
  onChoose: (id: string) => void;
}

/** A field for any other model: `provider/model-id`. After a check, it suggests the models that the key can use. */
function OtherModel({ offered, provider, onChoose }: OtherModelProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const id = typed.includes("/") || provider === null ? typed : `${provider}/${typed}`;
  if (!isOpen) {
    return (
      <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={() => setOpen(true)}>
        {t("models.other")}
      </button>
    );
  }
  return (
    <div className="flex items-start gap-3">
      <TextField
        fieldClass="min-w-0 flex-1"
        label={t("models.otherId")}
        hint={offered.length > 0 ? t("models.offered", { count: offered.length }) : t("models.otherHint")}
        value={typed}
        list="offered-models"
        className="font-mono"
        spellCheck={false}
        autoComplete="off"
        maxLength={MODEL_NAME_MAX}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <datalist id="offered-models">
        {offered.map((name) => (
          <option key={name} value={provider === null ? name : `${provider}/${name}`} />
        ))}
      </datalist>
      <button type="button" className="btn btn-line mt-[1.828rem]" disabled={typed === ""} onClick={() => onChoose(id)}>
        {t("models.use")}
      </button>
    </div>
  );
}
