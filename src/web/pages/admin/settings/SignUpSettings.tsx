import { useTranslation } from "react-i18next";
import type { LimitName } from "../../../../contract/limits.ts";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { LimitFields } from "./LimitSettings.tsx";
import type { SectionProps } from "./section.ts";

const SIGN_UPS: readonly LimitName[] = ["signUps", "signUpsOfAddress"];

/** Who may create an account, and how many accounts are created. */
export function SignUpSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <FormGroup title={t("settingsView.signup")} lead={t("limits.signUps.lead")}>
      <Switch
        label={t("limits.signUpsOpen")}
        hint={t("limits.signUpsOpenHint")}
        value={props.values.signUpsOpen}
        onChange={(signUpsOpen) => props.change({ signUpsOpen })}
      />
      <LimitFields names={SIGN_UPS} {...props} />
    </FormGroup>
  );
}
