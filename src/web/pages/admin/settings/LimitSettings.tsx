import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsCalls } from "../../../../contract/calls/settings.ts";
import { DEFAULT_LIMITS, LIMITS, type LimitName, type Limits } from "../../../../contract/limits.ts";
import { call, fieldsOf } from "../../../api.ts";
import { settingsQuery } from "../../../queries.ts";
import { formatNumber } from "../../../text/format.ts";
import { Form } from "../../../ui/forms/Form.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { type LimitValues, limitChanges } from "./limit-changes.ts";
import { NumberField } from "./NumberField.tsx";
import { SaveFoot } from "./SaveFoot.tsx";

type Unit = "minute" | "hour" | "day" | "atOnce";
const UNITS: Readonly<Record<LimitName, Unit>> = {
  messagesOfConversation: "minute",
  messagesOfAddress: "minute",
  messagesOfAgent: "minute",
  messagesOfAccount: "minute",
  connectionsOfAddress: "minute",
  socketsOfAddress: "atOnce",
  modelCallsOfAddress: "day",
  refusedStored: "day",
  vendorPlaces: "atOnce",
  ollamaPlaces: "atOnce",
  vendorWaiting: "atOnce",
  accountWaiting: "atOnce",
  signUps: "day",
  signUpsOfAddress: "hour",
  previews: "day",
  freePreviews: "day",
  demoModelCalls: "day",
};
const VISITORS: readonly LimitName[] = [
  "messagesOfConversation",
  "messagesOfAddress",
  "messagesOfAgent",
  "messagesOfAccount",
  "connectionsOfAddress",
  "socketsOfAddress",
  "modelCallsOfAddress",
  "refusedStored",
];
const VENDORS: readonly LimitName[] = ["vendorPlaces", "ollamaPlaces", "vendorWaiting", "accountWaiting"];
const ACCOUNTS: readonly LimitName[] = ["signUps", "signUpsOfAddress", "previews", "freePreviews", "demoModelCalls"];

/** The limits for visitors and owners, and whether sign-up is open. */
export function LimitSettings() {
  const { t } = useTranslation("admin");
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(settingsQuery());
  // Kept here and not in the form, because the form is mounted again with the stored values after a save.
  const [isSaved, setSaved] = useState(false);
  const limits = data?.limits;
  return (
    <div className="max-w-2xl">
      {isPending && <Loading tall={false} />}
      {error && <QuietRetry error={error} what={t("admin.notLoaded")} onRetry={() => void refetch()} />}
      {limits && <LimitForm key={dataUpdatedAt} stored={limits} storedOpen={data.signUpsOpen} isSaved={isSaved} setSaved={setSaved} />}
    </div>
  );
}

interface LimitFormProps {
  stored: Limits;
  storedOpen: boolean;
  isSaved: boolean;
  setSaved: (isSaved: boolean) => void;
}

function LimitForm({ stored, storedOpen, isSaved, setSaved }: LimitFormProps) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const [values, setValues] = useState<LimitValues>(stored);
  const [isOpen, setOpen] = useState(storedOpen);
  const save = useMutation({
    mutationFn: () =>
      call(settingsCalls.saveSettings, {
        body: { limits: limitChanges(stored, values), ...(isOpen === storedOpen ? {} : { signUpsOpen: isOpen }) },
      }),
    onMutate: () => setSaved(false),
    onSuccess: async () => {
      setSaved(true);
      await queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey });
    },
  });
  const fields = {
    values,
    errors: fieldsOf(save.error),
    change: (name: LimitName, value: number | null) => {
      setValues((now) => ({ ...now, [name]: value }));
      setSaved(false);
    },
  };
  return (
    <Form onSubmit={() => save.mutate()} refusal={save.error} noValidate>
      <FormGroup title={t("limits.visitors.title")} lead={t("limits.visitors.lead")}>
        <LimitFields names={VISITORS} {...fields} />
      </FormGroup>
      <FormGroup title={t("limits.vendors.title")} lead={t("limits.vendors.lead")}>
        <LimitFields names={VENDORS} {...fields} />
      </FormGroup>
      <FormGroup title={t("limits.accounts.title")} lead={t("limits.accounts.lead")}>
        <Switch
          label={t("limits.signUpsOpen")}
          hint={t("limits.signUpsOpenHint")}
          value={isOpen}
          onChange={(value) => {
            setOpen(value);
            setSaved(false);
          }}
        />
        <LimitFields names={ACCOUNTS} {...fields} />
      </FormGroup>
      <SaveFoot isBusy={save.isPending} isSaved={isSaved} isFailed={save.error !== null} />
    </Form>
  );
}

interface LimitFieldsProps {
  names: readonly LimitName[];
  values: LimitValues;
  errors: Readonly<Record<string, string>>;
  change: (name: LimitName, value: number | null) => void;
}

function LimitFields({ names, ...props }: LimitFieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {names.map((name) => (
        <LimitField key={name} name={name} {...props} />
      ))}
    </div>
  );
}

const HINTED = { modelCallsOfAddress: "limits.modelCallsOfAddress.hint", refusedStored: "limits.refusedStored.hint" } as const;

function LimitField({ name, values, errors, change }: Omit<LimitFieldsProps, "names"> & { name: LimitName }) {
  const { t } = useTranslation("admin");
  // Counts the resets. The field keeps the typed text, so a reset mounts a new field, which shows the default.
  const [round, setRound] = useState(0);
  const label = t(`limits.${name}`);
  const { min, max } = LIMITS[name];
  const value = values[name];
  const hint = name === "modelCallsOfAddress" || name === "refusedStored" ? t(HINTED[name]) : undefined;
  const reset = () => {
    change(name, DEFAULT_LIMITS[name]);
    setRound(round + 1);
  };
  return (
    <div>
      <NumberField
        key={round}
        label={label}
        hint={hint}
        unit={t(`limits.${UNITS[name]}`)}
        value={value}
        min={min}
        max={max}
        placeholder={String(DEFAULT_LIMITS[name])}
        error={errors[`limits.${name}`]}
        onChange={(typed) => change(name, typed)}
      />
      {value !== DEFAULT_LIMITS[name] && (
        <p className="mt-1.5 flex items-center gap-3 text-sm text-quiet tabular-nums">
          {t("limits.default", { number: formatNumber(DEFAULT_LIMITS[name]) })}
          <button
            type="button"
            className="link-plain cursor-pointer py-1 max-sm:min-h-11"
            aria-label={t("limits.resetOf", { label })}
            onClick={reset}
          >
            {t("limits.reset")}
          </button>
        </p>
      )}
    </div>
  );
}
