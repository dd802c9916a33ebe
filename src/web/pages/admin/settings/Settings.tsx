import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BodyOf } from "../../../../contract/calls/call.ts";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import { collectFields } from "../../../../contract/fields.ts";
import { DEFAULT_RM_PER_USD, DEFAULT_TIMEOUTS } from "../../../../contract/model.ts";
import type { AdminSettings } from "../../../../contract/settings.ts";
import {
  SETTING_NAMES,
  SETTINGS_DEFAULTS,
  type SettingField,
  type SettingsValues as StoredValues,
} from "../../../../contract/settings-fields.ts";
import { call, fieldsOf, messageOf } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { BillingSettings } from "./BillingSettings.tsx";
import { BudgetProposal } from "./models/BudgetProposal.tsx";
import { CostSettings } from "./models/CostSettings.tsx";
import { FailoverSettings } from "./models/FailoverSettings.tsx";
import { MeaningSettings } from "./models/MeaningSettings.tsx";
import { ModelSettings } from "./models/ModelSettings.tsx";
import { OllamaSettings } from "./models/OllamaSettings.tsx";
import { SaveFoot } from "./SaveFoot.tsx";
import { changesOf, type SectionProps, type SettingsValues } from "./section.ts";

/** The administrator's global settings: one form, with a file for each section. */
export function Settings() {
  const { t } = useTranslation("admin");
  const query = useQuery(settingsQuery());
  // Kept here and not in the form, because a save returns new masks and the form is then mounted again.
  const [isSaved, setSaved] = useState(false);
  return (
    <div className="max-w-2xl">
      {query.isPending && <Loading tall={false} />}
      {query.error && (
        <Alert
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
    </div>
  );
}

function valuesOf(stored: Partial<AdminSettings>): SettingsValues {
  return {
    aiModel: stored.aiModel ?? "",
    modelKeys: stored.modelKeys ?? {},
    failover: stored.failover ?? [],
    timeouts: stored.timeouts ?? DEFAULT_TIMEOUTS,
    rmPerUsd: stored.rmPerUsd ?? DEFAULT_RM_PER_USD,
    budgets: stored.budgets ?? { boxSen: null, ownerSen: null },
    ...collectFields<SettingField, StoredValues>(SETTING_NAMES, (name) => stored[name] ?? SETTINGS_DEFAULTS[name]),
  };
}

interface SettingsFormProps {
  stored: Partial<AdminSettings>;
  isSaved: boolean;
  setSaved: (isSaved: boolean) => void;
}

function SettingsForm({ stored, isSaved, setSaved }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(stored));
  const save = useMutation({
    mutationFn: (patch: Partial<SettingsValues>) => {
      // The server also takes a single `apiKey`; this form sends each key under its vendor's name.
      const { billplzSandbox, ...others } = changesOf(valuesOf(stored), { ...values, ...patch });
      const body: BodyOf<typeof settingsCalls.saveSettings> = {
        ...others,
        ...(billplzSandbox === undefined ? {} : { billplzSandbox: billplzSandbox ? 1 : 0 }),
      };
      return call(settingsCalls.saveSettings, { body });
    },
    onMutate: () => setSaved(false),
    onSuccess: async () => {
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey });
    },
  });
  const section: SectionProps = {
    values,
    errors: fieldsOf(save.error),
    change: (patch) => {
      setValues((now) => ({ ...now, ...patch }));
      setSaved(false);
    },
  };
  return (
    <Form onSubmit={() => save.mutate({})} refusal={save.error} noValidate>
      <ModelSettings {...section} />
      <BudgetProposal values={values} isBusy={save.isPending} save={save.mutate} />
      <FailoverSettings {...section} />
      <CostSettings {...section} />
      <MeaningSettings {...section} stored={stored.searchByMeaning ?? ""} />
      <OllamaSettings />
      <BillingSettings {...section} />
      <SaveFoot isBusy={save.isPending} isSaved={isSaved} isFailed={save.error !== null} />
    </Form>
  );
}
