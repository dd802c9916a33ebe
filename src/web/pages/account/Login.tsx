import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { EMAIL_MAX, PASSWORD_MAX } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { signUpsOpenQuery } from "../../queries.ts";
import { lastSessionEnd, startSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { EntranceShell } from "./EntranceShell.tsx";

/** "Welcome Back". After the login, the guard sends the user on to the page where they were. */
export function Login() {
  const { t } = useTranslation("entrance");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const logIn = useMutation({
    mutationFn: () => call(accountCalls.logIn, { body: { email: email.trim(), password }, token: null }),
    onSuccess: startSession,
  });
  const { data: isSignUpOpen } = useQuery(signUpsOpenQuery());
  const fields = fieldsOf(logIn.error);
  return (
    <EntranceShell other={isSignUpOpen ? { to: "/signup", label: t("login.signUp") } : null}>
      <PageTitle>{t("login.title")}</PageTitle>
      <h1 className="text-3xl">{t("login.title")}</h1>
      <p className="mt-2 text-quiet">{t("login.lead")}</p>
      <Form onSubmit={() => logIn.mutate()} refusal={logIn.error} className="mt-6 space-y-4">
        {logIn.error && !fields.email && !fields.password && <Alert>{messageOf(logIn.error, t("login.failed"))}</Alert>}
        {!logIn.error && lastSessionEnd() === "refused" && <Alert tone="warning">{t("login.sessionEnded")}</Alert>}
        <TextField
          label={t("field.email")}
          hint={t("login.orUsername")}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fields.email}
          maxLength={EMAIL_MAX}
          autoFocus
          required
        />
        <PasswordField
          label={t("field.password")}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fields.password}
          maxLength={PASSWORD_MAX}
          required
        />
        <BusyButton type="submit" className="btn-primary btn-block" busy={logIn.isPending} busyText={t("login.busy")}>
          {t("login.submit")}
        </BusyButton>
      </Form>
      <p className="mt-6 text-sm text-quiet">{t("login.forgotten")}</p>
    </EntranceShell>
  );
}
