import { useTranslation } from "react-i18next";
import { AGENT_FIELDS } from "../../../../contract/agent-fields.ts";
import { STANDARD_CONSENT } from "../../../../contract/consent-text.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../contract/language.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import type { FormProps } from "./form.ts";

/** Whether visitors are asked for their consent before they write, and the text to which they agree. */
export function ConsentFields({ draft, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const { consentText } = draft;
  return (
    <FormGroup title={t("basic.consent")}>
      <Switch
        label={t("basic.askConsent")}
        hint={t("basic.askConsentHint")}
        value={draft.askConsent}
        onChange={(askConsent) => change({ askConsent })}
      />
      {draft.askConsent &&
        LANGUAGES.map((language) => (
          <Field
            key={language}
            label={t("basic.consentIn", { language: LANGUAGE_NAMES[language] })}
            aside={t("optional")}
            hint={language === LANGUAGES.at(-1) ? t("basic.consentHint") : undefined}
            error={problems.consentText}
          >
            {(control) => (
              <textarea
                {...control}
                className="textarea field-sizing-content"
                rows={5}
                lang={language}
                maxLength={AGENT_FIELDS.consentText.max}
                placeholder={STANDARD_CONSENT[language]}
                value={consentText[language]}
                onChange={(event) => change({ consentText: { ...consentText, [language]: event.target.value } })}
              />
            )}
          </Field>
        ))}
    </FormGroup>
  );
}
