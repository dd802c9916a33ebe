import { useQuery } from "@tanstack/react-query";
import { ArrowUp, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MAX_FAILOVER, type ReplyTimeouts } from "../../../../../contract/model.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { Field } from "../../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../../ui/forms/FormGroup.tsx";
import { NumberField } from "../NumberField.tsx";
import type { SectionProps } from "../section.ts";
import { choiceOf, groupOf, keyedProvider, modelLabel } from "./chosen-model.ts";
import { KeyField } from "./KeyField.tsx";
import { ModelSelect } from "./ModelSelect.tsx";
import { modelsQuery } from "./model-queries.ts";

const TIMEOUTS: readonly (keyof ReplyTimeouts)[] = ["firstTokenMs", "betweenTokensMs", "totalMs", "ollamaFirstTokenMs"];

/** The backup models, their keys, and the timeouts. */
export function FailoverSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, errors, change } = props;
  const { data: list } = useQuery(modelsQuery());
  const groups = list?.groups ?? [];
  const chosen = keyedProvider(groupOf(values.aiModel, groups));
  const others = groups.filter((group) => group.keyPlace === "own" && group.provider !== chosen);
  return (
    <FormGroup title={t("failover.title")} lead={t("failover.lead")}>
      {values.failover.length > 0 && <FailoverList {...props} />}
      {values.failover.length < MAX_FAILOVER && (
        <Field label={t("failover.add")} error={errors.failover}>
          {(control) => (
            <ModelSelect
              {...control}
              list={list}
              value=""
              placeholder={t("failover.choose")}
              onChange={(id) => id !== "" && change({ failover: [...new Set([...values.failover, id])] })}
            />
          )}
        </Field>
      )}
      <Disclosure titleClass="font-semibold" title={t("failover.keys")}>
        <div className="mt-4 space-y-5">
          {others.map((group) => (
            <KeyField
              key={group.provider}
              section={props}
              label={t("failover.keyOf", { provider: group.label })}
              provider={keyedProvider(group)}
              checked={group.provider}
            />
          ))}
        </div>
      </Disclosure>
      <Disclosure titleClass="font-semibold" title={t("failover.waiting")}>
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          {TIMEOUTS.map((name) => (
            <NumberField
              key={name}
              label={t(`failover.${name}`)}
              unit={t("failover.seconds")}
              value={values.timeouts[name] / 1_000}
              min={1}
              max={900}
              error={errors[`timeouts.${name}`]}
              onChange={(seconds) => seconds !== null && change({ timeouts: { ...values.timeouts, [name]: Math.round(seconds * 1_000) } })}
            />
          ))}
        </div>
      </Disclosure>
    </FormGroup>
  );
}

function FailoverList({ values, change }: SectionProps) {
  const { t } = useTranslation("admin");
  const { data: list } = useQuery(modelsQuery());
  const { failover } = values;
  const moveUp = (index: number) => {
    const next = [...failover];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    change({ failover: next });
  };
  return (
    <ol className="divide-y divide-base-300 border-y border-base-300" aria-label={t("failover.order")}>
      {failover.map((id, index) => {
        const choice = choiceOf(id, list?.groups ?? []);
        return (
          <li key={id} className="flex min-h-11 items-center gap-2">
            <span className="w-6 shrink-0 text-quiet tabular-nums">{index + 1}.</span>
            <span className="min-w-0 flex-1 break-all">{choice ? modelLabel(choice) : id}</span>
            <button
              type="button"
              className="btn btn-ghost btn-square"
              disabled={index === 0}
              onClick={() => moveUp(index)}
              aria-label={t("failover.up", { model: id })}
            >
              <ArrowUp size={18} strokeWidth={1.75} aria-hidden="true" />
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-square"
              onClick={() => change({ failover: failover.filter((other) => other !== id) })}
              aria-label={t("failover.remove", { model: id })}
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
