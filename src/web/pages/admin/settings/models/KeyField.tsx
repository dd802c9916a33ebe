import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { modelCalls } from "../../../../../contract/calls/models.ts";
import type { CheckVerdict } from "../../../../../contract/model.ts";
import { call } from "../../../../api.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import { BusyButton } from "../../../../ui/forms/Button.tsx";
import { TextField } from "../../../../ui/forms/Field.tsx";
import { NotDone } from "../../../../ui/NotDone.tsx";
import { CheckedAt } from "../CheckedAt.tsx";
import { lastCheck, noteCheck } from "../key-checks.ts";
import { type SectionProps, secretField } from "../section.ts";

interface KeyFieldProps {
  section: SectionProps;
  label: string;
  hint?: string;
  /** The vendor of the key; null when the chosen model needs no key from the settings. */
  provider: string | null;
  /** The provider or endpoint that is checked; null when there is nothing to check. */
  checked: string | null;
  /** The model that is asked for one word. Absent: only the list of models is requested. */
  model?: string;
  onOffered?: (models: string[]) => void;
}

/** What is checked: the typed key of a provider, with a model if one is to be asked. */
type Tried = { provider: string; apiKey: string; model: string | undefined };

/** A vendor's key, with a button that checks it. */
export function KeyField({ section, label, hint, provider, checked, model, onOffered }: KeyFieldProps) {
  const { t } = useTranslation("admin");
  const { values, errors, change } = section;
  const value = provider ? (values.modelKeys[provider] ?? "") : "";
  const check = useMutation({
    mutationFn: ({ provider, apiKey, model }: Tried) =>
      call(modelCalls.checkModel, { body: { provider, apiKey: apiKey || undefined, model } }),
    onSuccess: ({ models, verdict }, { provider, apiKey }) => {
      if (provider !== "") noteCheck(provider, apiKey, verdict === "valid" || verdict === "retired");
      onOffered?.(models);
    },
  });
  const setKey = (key: string) => {
    if (provider) change({ modelKeys: { ...values.modelKeys, [provider]: key } });
    check.reset();
  };
  const error = provider ? (errors[`modelKeys.${provider}`] ?? errors[provider]) : undefined;
  return (
    <div>
      <div className="flex items-start gap-3">
        <TextField
          fieldClass="min-w-0 flex-1"
          label={label}
          hint={provider ? hint : t("models.noKeyNeeded")}
          disabled={provider === null}
          {...secretField(value, error, setKey)}
        />
        <BusyButton
          className="btn-line mt-[1.828rem]"
          busy={check.isPending}
          disabled={checked === null}
          onClick={() => check.mutate({ provider: checked ?? "", apiKey: value, model })}
          aria-label={t("models.checkOf", { label })}
        >
          {t("models.check")}
        </BusyButton>
      </div>
      {checked !== null && <CheckedAt at={lastCheck(checked, value)} />}
      {check.data && <Verdict verdict={check.data.verdict} count={check.data.models.length} model={model} />}
      {check.error && <NotDone className="mt-3" what={t("failed.check")} error={check.error} />}
    </div>
  );
}

function Verdict({ verdict, count, model }: { verdict: CheckVerdict; count: number; model?: string }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const pull = useMutation({
    mutationFn: (name: string) => call(modelCalls.pullModel, { body: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["models"] }),
  });
  const local = verdict === "not_pulled" ? model?.replace(/^ollama\//, "") : undefined;
  return (
    <Alert
      className="mt-3"
      tone={verdict === "valid" || verdict === "retired" ? "success" : "warning"}
      actions={
        local && (
          <BusyButton className="btn-line btn-sm" busy={pull.isPending} disabled={pull.isSuccess} onClick={() => pull.mutate(local)}>
            {t("ollama.pull")}
          </BusyButton>
        )
      }
    >
      {t(`models.verdict.${verdict}`, { count })}
    </Alert>
  );
}
