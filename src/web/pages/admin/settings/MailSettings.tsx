import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mailCalls } from "../../../../contract/calls/mail.ts";
import { SMTP_HOST_MAX, SMTP_PASSWORD_MAX, SMTP_PORTS, SMTP_SECURITIES, type SmtpSecurity } from "../../../../contract/mail.ts";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { EMAIL_MAX, VERIFICATIONS } from "../../../../contract/user.ts";
import { call, fieldsOf } from "../../../api.ts";
import { commandOf } from "../../../brand.ts";
import { readSession } from "../../../session.ts";
import { formatDateTime } from "../../../text/format.ts";
import { serverText } from "../../../text/server-text.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Breakable } from "../../../ui/Breakable.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { mailQuery } from "../admin-queries.ts";
import { Command } from "../Command.tsx";
import { type SectionProps, secretField } from "./section.ts";

/** The mail server, who the mail is from, a test message, and whether addresses are confirmed. */
export function MailSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, change } = props;
  const { isPending } = useQuery(mailQuery());
  // What keeps mail from working is above the form, and would move it.
  if (isPending) return <Loading tall={false} />;
  return (
    <>
      <FormGroup title={t("mail.server")} lead={t("mail.lead")}>
        <State />
        <Server {...props} />
      </FormGroup>
      <FormGroup title={t("mail.sender")} lead={t("mail.senderLead")}>
        <Sender {...props} />
        <Test {...props} />
      </FormGroup>
      <FormGroup title={t("mail.verify")} lead={t("mail.verifyLead")}>
        <div>
          <Choice
            legend={t("mail.verify.who")}
            value={values.verifyEmail}
            options={VERIFICATIONS.map((value) => ({ value, label: t(`mail.verify.${value}`) }))}
            onChange={(verifyEmail) => change({ verifyEmail })}
          />
          <p className="mt-2 text-sm text-quiet">{t(`mail.verify.${values.verifyEmail}.hint`)}</p>
        </div>
      </FormGroup>
    </>
  );
}

/** What keeps mail from working, and the latest message that was not delivered. */
function State() {
  const { t } = useTranslation("admin");
  const { data } = useQuery(mailQuery());
  if (!data) return null;
  const { hasPublicUrl, trouble, waiting } = data;
  return (
    <>
      {!hasPublicUrl && (
        <Alert tone="warning">
          <p>{t("mail.noPublicUrl")}</p>
          <Command command={commandOf("serve --public-url https://…")} />
        </Alert>
      )}
      {trouble && (
        <Alert tone="warning">
          <p>
            {t(trouble.isGivenUp ? "mail.trouble.givenUp" : "mail.trouble.waiting", {
              to: trouble.destination,
              when: formatDateTime(trouble.at),
              count: waiting,
            })}
          </p>
          <Words>{trouble.words}</Words>
        </Alert>
      )}
    </>
  );
}

/** What a mail server answered, as it wrote it. */
const Words = ({ children }: { children: string }) => (
  <p className="mt-1.5 font-mono text-sm wrap-anywhere select-text">
    <Breakable>{children}</Breakable>
  </p>
);

function Server({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  const choose = (smtpSecurity: SmtpSecurity) => {
    const isUsual = values.smtpPort === SMTP_PORTS[values.smtpSecurity];
    change({ smtpSecurity, ...(isUsual ? { smtpPort: SMTP_PORTS[smtpSecurity] } : {}) });
  };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem] sm:gap-4">
        <TextField
          label={t("mail.host")}
          placeholder="mail.example.com"
          value={values.smtpHost}
          error={errors.smtpHost}
          maxLength={SMTP_HOST_MAX}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ smtpHost: event.target.value.trim() })}
        />
        <TextField
          label={t("mail.port")}
          inputMode="numeric"
          value={values.smtpPort === 0 ? "" : String(values.smtpPort)}
          error={errors.smtpPort}
          maxLength={5}
          autoComplete="off"
          onChange={(event) => change({ smtpPort: Number(event.target.value.replace(/\D/g, "")) })}
        />
      </div>
      <div>
        <Choice
          legend={t("mail.security")}
          value={values.smtpSecurity}
          options={SMTP_SECURITIES.map((value) => ({ value, label: t(`mail.security.${value}`) }))}
          onChange={choose}
        />
        <p className="mt-2 text-sm text-quiet">{t(`mail.security.${values.smtpSecurity}.hint`)}</p>
      </div>
      <TextField
        label={t("mail.user")}
        hint={t("mail.userHint")}
        value={values.smtpUser}
        error={errors.smtpUser}
        maxLength={SETTINGS_FIELDS.smtpUser.max}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ smtpUser: event.target.value })}
      />
      <TextField
        label={t("mail.password")}
        hint={t("settings.secretHint")}
        {...secretField(values.smtpPassword, errors.smtpPassword, (smtpPassword) => change({ smtpPassword }))}
        maxLength={SMTP_PASSWORD_MAX}
        type="password"
        autoComplete="new-password"
        // Some passwords of mail servers have spaces.
        onChange={(event) => change({ smtpPassword: event.target.value })}
      />
    </>
  );
}

function Sender({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <TextField
        label={t("mail.from")}
        type="email"
        placeholder="hello@example.com"
        value={values.mailFrom}
        error={errors.mailFrom}
        maxLength={EMAIL_MAX}
        autoComplete="off"
        onChange={(event) => change({ mailFrom: event.target.value.trim() })}
      />
      <TextField
        label={t("settings.operatorName")}
        hint={t("mail.nameHint")}
        value={values.operatorName}
        error={errors.operatorName}
        maxLength={SETTINGS_FIELDS.operatorName.max}
        autoComplete="organization"
        onChange={(event) => change({ operatorName: event.target.value })}
      />
      <TextField
        label={t("mail.contact")}
        hint={t("mail.contactHint")}
        value={values.operatorContact}
        error={errors.operatorContact}
        maxLength={SETTINGS_FIELDS.operatorContact.max}
        autoComplete="off"
        onChange={(event) => change({ operatorContact: event.target.value })}
      />
    </>
  );
}

/** Sends a message with the typed values, before they are saved. The result is shown until a value is changed. */
function Test({ values }: SectionProps) {
  const { t } = useTranslation("admin");
  const [to, setTo] = useState(readSession().user?.email ?? "");
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, mailFrom } = values;
  const tried = { to, smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, mailFrom };
  const test = useMutation({ mutationFn: (body: typeof tried) => call(mailCalls.testMail, { body }) });
  const isCurrent = JSON.stringify(test.variables) === JSON.stringify(tried);
  const refused = isCurrent ? fieldsOf(test.error) : {};
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          fieldClass="min-w-48 flex-1"
          label={t("mail.test.to")}
          type="email"
          value={to}
          error={refused.to}
          maxLength={EMAIL_MAX}
          onChange={(event) => setTo(event.target.value.trim())}
          // The field is inside the settings form, which Enter must not submit.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            test.mutate(tried);
          }}
        />
        <BusyButton className="btn-line" busy={test.isPending} busyText={t("mail.test.busy")} onClick={() => test.mutate(tried)}>
          {t("mail.test")}
        </BusyButton>
      </div>
      {isCurrent && test.data && (
        <Alert tone={test.data.ok ? "success" : "error"}>
          <p>{serverText(test.data.message, test.data.told)}</p>
          {test.data.answer !== "" && <Words>{test.data.answer}</Words>}
        </Alert>
      )}
      {isCurrent && refused.smtpPassword && <Alert>{refused.smtpPassword}</Alert>}
      {isCurrent && test.error && !refused.to && !refused.smtpPassword && <NotDone what={t("mail.test.notSent")} error={test.error} />}
    </div>
  );
}
