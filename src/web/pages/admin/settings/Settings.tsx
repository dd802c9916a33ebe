import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { brandOf } from "../../../../contract/brand.ts";
import type { BodyOf } from "../../../../contract/calls/call.ts";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import type { AdminSettings } from "../../../../contract/settings.ts";
import { call, fieldsOf } from "../../../api.ts";
import { currentBrand } from "../../../brand.ts";
import { settingsQuery } from "../../../queries.ts";
import { whyOf } from "../../../text/failure.ts";
import { Form } from "../../../ui/forms/Form.tsx";
import { FormBones } from "../../../ui/page/ContentBones.tsx";
import { NotLoaded } from "../../../ui/page/NotLoaded.tsx";
import { BackupSettings } from "../backups/BackupSettings.tsx";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { BannerSettings } from "./BannerSettings.tsx";
import { BillingSettings } from "./BillingSettings.tsx";
import { BrandSettings } from "./BrandSettings.tsx";
import { DataSettings, isShorterRetention } from "./DataSettings.tsx";
import { LimitSettings } from "./LimitSettings.tsx";
import { MailSettings } from "./MailSettings.tsx";
import { BudgetProposal } from "./models/BudgetProposal.tsx";
import { CostSettings } from "./models/CostSettings.tsx";
import { FailoverSettings } from "./models/FailoverSettings.tsx";
import { MeaningSettings } from "./models/MeaningSettings.tsx";
import { ModelSettings } from "./models/ModelSettings.tsx";
import { modelsQuery } from "./models/model-queries.ts";
import { OllamaSettings } from "./models/OllamaSettings.tsx";
import { ReceiptSettings } from "./ReceiptSettings.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { SignUpSettings } from "./SignUpSettings.tsx";
import { changesOf, type SectionProps, type SettingsValues, valuesOf } from "./section.ts";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import type { FormView } from "./views.ts";

const isOtherBrand = (latest: Partial<AdminSettings>) => JSON.stringify(brandOf(valuesOf(latest))) !== JSON.stringify(currentBrand());

/** One section of the settings, as a form of its own. */
export function Settings({ view }: { view: FormView }) {
  const { t } = useTranslation("admin");
  const query = useQuery(settingsQuery());
  // Fields that the list of models adds later would move those below them. If the list fails, the form is shown without it.
  const { isLoading: isListing } = useQuery({ ...modelsQuery(), enabled: view === "models" || view === "failover" });
  if (query.data && !isListing) return <SettingsForm key={view} view={view} stored={query.data} />;
  return (
    <div className="max-w-2xl">
      {(query.isPending || isListing) && <FormBones />}
      {query.error && <NotLoaded what={t("settings.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />}
    </div>
  );
}

/** The form's state. What is stored is read once and again after each save, so that no reload in between loses what was typed. */
function useSettingsForm(first: Partial<AdminSettings>) {
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(first);
  const [values, setValues] = useState(() => valuesOf(first));
  /** Mounts the fields again, because some keep what was typed. */
  const [round, setRound] = useState(0);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const take = (latest: Partial<AdminSettings>) => {
    setStored(latest);
    setValues(valuesOf(latest));
    setRound((now) => now + 1);
  };
  const save = useMutation({
    mutationFn: async (typed: SettingsValues) => {
      // The server also takes a single `apiKey`; this form sends each key under its vendor's name.
      const { billplzSandbox, ...others } = changesOf(valuesOf(stored), typed);
      const body: BodyOf<typeof settingsCalls.saveSettings> = {
        ...others,
        ...(billplzSandbox === undefined ? {} : { billplzSandbox: billplzSandbox ? 1 : 0 }),
      };
      await call(settingsCalls.saveSettings, { body });
      return queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 });
    },
    onSuccess: (latest) => {
      take(latest);
      // The brand is in the document, and in every text.
      if (isOtherBrand(latest)) window.location.reload();
      setSavedAt(new Date().toISOString());
    },
  });
  return {
    stored,
    values,
    round,
    savedAt,
    save,
    isDirty: Object.keys(changesOf(valuesOf(stored), values)).length > 0,
    change: (patch: Partial<SettingsValues>) => setValues((now) => ({ ...now, ...patch })),
    discard: () => {
      save.reset();
      take(stored);
    },
  };
}

function SettingsForm({ view, stored: first }: { view: FormView; stored: Partial<AdminSettings> }) {
  const { t } = useTranslation("admin");
  const { stored, values, round, savedAt, save, isDirty, change, discard } = useSettingsForm(first);
  const [isAsking, setAsking] = useState(false);
  const failureOf = (error: Error) => (Object.keys(fieldsOf(error)).length > 0 ? t("settings.failedFields") : whyOf(error));
  const section: SectionProps = { values, errors: fieldsOf(save.error), change };
  /** @returns whether the save has begun. */
  const submit = (): boolean => {
    const mustAsk = isShorterRetention(stored.retentionDays ?? 0, values.retentionDays);
    if (mustAsk) setAsking(true);
    else save.mutate(values);
    return !mustAsk;
  };
  return (
    <div className="max-w-2xl">
      <Form onSubmit={submit} refusal={save.error} noValidate>
        <div key={round}>
          {contentOf(view, section, stored, { isBusy: save.isPending, save: (patch) => save.mutate({ ...values, ...patch }) })}
        </div>
        <SaveBar
          isDirty={isDirty}
          isBusy={save.isPending}
          savedAt={savedAt}
          failure={save.error && failureOf(save.error)}
          onDiscard={discard}
        />
      </Form>
      <UnsavedGuard isDirty={isDirty} isSaving={save.isPending} onSave={submit} />
      {isAsking && (
        <ConfirmDialog
          title={t("data.askTitle")}
          confirm={t("data.askConfirm")}
          act={() => save.mutateAsync(values)}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p>{t("data.ask", { count: values.retentionDays })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface Saving {
  isBusy: boolean;
  save: (patch: Partial<SettingsValues>) => void;
}

function contentOf(view: FormView, section: SectionProps, stored: Partial<AdminSettings>, saving: Saving): ReactNode {
  switch (view) {
    case "models":
      return (
        <>
          <ModelSettings {...section} />
          <BudgetProposal values={section.values} {...saving} />
          <MeaningSettings {...section} stored={stored.searchByMeaning ?? ""} />
          <OllamaSettings />
        </>
      );
    case "failover":
      return <FailoverSettings {...section} />;
    case "budgets":
      return (
        <>
          <BudgetProposal values={section.values} {...saving} />
          <CostSettings {...section} />
        </>
      );
    case "limits":
      return <LimitSettings {...section} />;
    case "payments":
      return <BillingSettings {...section} />;
    case "receipts":
      return <ReceiptSettings {...section} />;
    case "mail":
      return <MailSettings {...section} />;
    case "signup":
      return <SignUpSettings {...section} />;
    case "data":
      return <DataSettings {...section} />;
    case "backups":
      return <BackupSettings {...section} />;
    case "appearance":
      return (
        <>
          <BrandSettings {...section} />
          <BannerSettings {...section} />
        </>
      );
  }
}
