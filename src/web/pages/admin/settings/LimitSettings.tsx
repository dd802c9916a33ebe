import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DEFAULT_LIMITS, LIMITS, type LimitName } from "../../../../contract/limits.ts";
import { formatNumber } from "../../../text/format.ts";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import type { LimitValues } from "./limit-changes.ts";
import { NumberField } from "./NumberField.tsx";
import type { SectionProps } from "./section.ts";

type Unit = "minute" | "hour" | "day" | "atOnce" | "person" | "ringgit";
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
  freeBusinesses: "person",
  previews: "day",
  freePreviews: "day",
  demoModelCalls: "day",
  testBudget: "ringgit",
  freeTestBudget: "ringgit",
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
const PREVIEWS: readonly LimitName[] = ["previews", "freePreviews", "demoModelCalls"];
const TESTS: readonly LimitName[] = ["testBudget", "freeTestBudget"];

/** The limits for visitors, and for the requests to vendors. */
export function LimitSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <FormGroup title={t("limits.visitors.title")} lead={t("limits.visitors.lead")}>
        <LimitFields names={VISITORS} {...props} />
      </FormGroup>
      <FormGroup title={t("limits.vendors.title")} lead={t("limits.vendors.lead")}>
        <LimitFields names={VENDORS} {...props} />
      </FormGroup>
      <FormGroup title={t("limits.previews.title")} lead={t("limits.accounts.lead")}>
        <LimitFields names={PREVIEWS} {...props} />
      </FormGroup>
      <FormGroup title={t("limits.tests.title")} lead={t("limits.tests.lead")}>
        <LimitFields names={TESTS} {...props} />
      </FormGroup>
    </>
  );
}

/** Number fields for some of the limits. */
export function LimitFields({ names, values, errors, change }: SectionProps & { names: readonly LimitName[] }) {
  const changeOne = (name: LimitName, value: number | null) => change({ limits: { ...values.limits, [name]: value } });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {names.map((name) => (
        <LimitField key={name} name={name} values={values.limits} errors={errors} change={changeOne} />
      ))}
    </div>
  );
}

interface LimitFieldProps {
  name: LimitName;
  values: LimitValues;
  errors: Readonly<Record<string, string>>;
  change: (name: LimitName, value: number | null) => void;
}

const HINTED = {
  modelCallsOfAddress: "limits.modelCallsOfAddress.hint",
  refusedStored: "limits.refusedStored.hint",
  freeBusinesses: "limits.freeBusinesses.hint",
} as const;
const isHinted = (name: LimitName): name is keyof typeof HINTED => name in HINTED;

function LimitField({ name, values, errors, change }: LimitFieldProps) {
  const { t } = useTranslation("admin");
  // Counts the resets. The field keeps the typed text, so a reset mounts a new field, which shows the default.
  const [round, setRound] = useState(0);
  const label = t(`limits.${name}`);
  const { min, max } = LIMITS[name];
  const value = values[name];
  const hint = isHinted(name) ? t(HINTED[name]) : undefined;
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
