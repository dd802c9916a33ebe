import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminSettings as Settings } from "../../../contract/settings.ts";
import { api, fieldsOf, messageOf, type SettingsBody } from "../../api.ts";
import { settingsQuery } from "../../queries.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AppHeader } from "../../ui/AppHeader.tsx";
import { BusyButton } from "../../ui/Button.tsx";
import { Field, TextField } from "../../ui/Field.tsx";
import { FormGroup } from "../../ui/FormGroup.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { isListed, MODEL_GROUPS, modelLabel } from "./model-choices.ts";

/** The administrator's global settings: the model, and the billing provider. */
export function AdminSettings() {
  const { t } = useTranslation();
  const query = useQuery(settingsQuery());
  // Held here and not in the form: a save brings new masks, which draw the form anew.
  const [isSaved, setSaved] = useState(false);
  return (
    <>
      <PageTitle>{t("settings.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-2xl px-4 pt-10 pb-24 sm:px-6">
        <h1 className="text-2xl">{t("settings.title")}</h1>
        {query.isPending && <Loading tall={false} />}
        {query.error && (
          <Alert
            className="mt-6"
            actions={
              <button type="button" className="btn btn-line btn-sm" onClick={() => void query.refetch()}>
                {t("retry")}
              </button>
            }
          >
            {messageOf(query.error, t("error.network"))}
          </Alert>
        )}
        {query.data && <SettingsForm key={query.dataUpdatedAt} stored={query.data} isSaved={isSaved} setSaved={setSaved} />}
      </main>
    </>
  );
}

type Values = Pick<Settings, "aiModel" | "apiKey" | "billplzApiKey" | "billplzCollectionId" | "billplzXSignatureKey" | "billplzSandbox">;

function valuesOf(stored: Partial<Settings>): Values {
  return {
    aiModel: stored.aiModel ?? "",
    apiKey: stored.apiKey ?? "",
    billplzApiKey: stored.billplzApiKey ?? "",
    billplzCollectionId: stored.billplzCollectionId ?? "",
    billplzXSignatureKey: stored.billplzXSignatureKey ?? "",
    billplzSandbox: stored.billplzSandbox ?? false,
  };
}

interface SettingsFormProps {
  stored: Partial<Settings>;
  isSaved: boolean;
  setSaved: (isSaved: boolean) => void;
}

function SettingsForm({ stored, isSaved, setSaved }: SettingsFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(stored));
  const save = useMutation({
    mutationFn: () => {
      const body: SettingsBody = { ...values, billplzSandbox: values.billplzSandbox ? 1 : 0 };
      return api.saveSettings(body);
    },
    onMutate: () => setSaved(false),
    onSuccess: async () => {
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey });
    },
  });
  const fields = fieldsOf(save.error);
  const change = (patch: Partial<Values>) => {
    setValues((now) => ({ ...now, ...patch }));
    setSaved(false);
  };
  const bind = (name: "apiKey" | "billplzApiKey" | "billplzCollectionId" | "billplzXSignatureKey") => ({
    value: values[name],
    error: fields[name],
    maxLength: 500,
    spellCheck: false,
    autoComplete: "off",
    className: "font-mono",
    // A mask is replaced as a whole, never edited.
    onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value.trim() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-6 border-t border-base-300 pt-6">
      <FormGroup title={t("settings.ai")}>
        <ModelSelect value={values.aiModel} error={fields.aiModel} onChange={(aiModel) => change({ aiModel })} />
        <TextField label={t("settings.apiKey")} hint={t("settings.secretHint")} {...bind("apiKey")} />
      </FormGroup>
      <FormGroup title={t("settings.payment")}>
        <TextField label={t("settings.billplzApiKey")} hint={t("settings.secretHint")} {...bind("billplzApiKey")} />
        <TextField label={t("settings.billplzCollectionId")} {...bind("billplzCollectionId")} />
        <TextField label={t("settings.billplzXSignatureKey")} hint={t("settings.secretHint")} {...bind("billplzXSignatureKey")} />
        <Switch
          label={t("settings.sandbox")}
          hint={t("settings.sandboxHint")}
          value={values.billplzSandbox}
          onChange={(billplzSandbox) => change({ billplzSandbox })}
        />
      </FormGroup>
      <div className="flex flex-wrap items-center gap-4 border-t border-base-300 pt-6">
        <BusyButton type="submit" className="btn-primary" busy={save.isPending}>
          {t("settings.save")}
        </BusyButton>
        {isSaved && (
          <Alert tone="success" className="flex-1">
            {t("settings.saved")}
          </Alert>
        )}
        {save.error && <Alert className="flex-1">{t("settings.failed")}</Alert>}
      </div>
    </form>
  );
}

function ModelSelect({ value, error, onChange }: { value: string; error?: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t("settings.model")} hint={t("settings.modelHint")} error={error}>
      {(control) => (
        <select {...control} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
          {!isListed(value) && <option value={value}>{value}</option>}
          {MODEL_GROUPS.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.models.map((model) => (
                <option key={model} value={model}>
                  {modelLabel(model)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
