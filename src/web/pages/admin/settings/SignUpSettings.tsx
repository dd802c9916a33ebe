import { useTranslation } from "react-i18next";
import type { LimitName } from "../../../../contract/limits.ts";
import { commandOf } from "../../../brand.ts";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { Invitations } from "./Invitations.tsx";
import { LimitFields } from "./LimitSettings.tsx";
import type { SectionProps } from "./section.ts";

const SIGN_UPS: readonly LimitName[] = ["signUps", "signUpsOfAddress", "freeBusinesses"];

/** The ways to sign up, and how the settings store them. */
const MODES = {
  open: { signUpsOpen: true, signUpsByInvitation: false },
  invited: { signUpsOpen: false, signUpsByInvitation: true },
  closed: { signUpsOpen: false, signUpsByInvitation: false },
} as const;
type Mode = keyof typeof MODES;
const MODE_NAMES = Object.keys(MODES) as Mode[];

/** Who may create an account, how many accounts are created, and the invitations. */
export function SignUpSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { signUpsOpen, signUpsByInvitation } = props.values;
  const mode: Mode = signUpsOpen ? "open" : signUpsByInvitation ? "invited" : "closed";
  return (
    <>
      <FormGroup title={t("settingsView.signup")} lead={t("limits.signUps.lead")}>
        <div>
          <Choice
            legend={t("signups.who")}
            value={mode}
            options={MODE_NAMES.map((value) => ({ value, label: t(`signups.mode.${value}`) }))}
            onChange={(value) => props.change(MODES[value])}
          />
          <p className="mt-2 text-sm text-quiet">{t(`signups.hint.${mode}`)}</p>
        </div>
        <LimitFields names={SIGN_UPS} {...props} />
      </FormGroup>
      <Invitations />
      <FormGroup title={t("secondFactor.title")} lead={t("secondFactor.lead")}>
        <Switch
          label={t("secondFactor.owners")}
          hint={t("secondFactor.ownersHint")}
          value={props.values.requireFactor}
          onChange={(requireFactor) => props.change({ requireFactor })}
        />
        <Switch
          label={t("secondFactor.administrator")}
          hint={t("secondFactor.administratorHint", { command: commandOf("admin remove-factors admin") })}
          value={props.values.requireAdminFactor}
          onChange={(requireAdminFactor) => props.change({ requireAdminFactor })}
        />
      </FormGroup>
    </>
  );
}
