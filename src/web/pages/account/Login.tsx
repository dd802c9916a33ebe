import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import type { SecondStep as SecondStepAnswer } from "../../../contract/factor.ts";
import { EMAIL_MAX, PASSWORD_MAX, usernameFrom } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { canUsePasskey } from "../../passkey.ts";
import { passkeyOriginQuery, signUpsOpenQuery } from "../../queries.ts";
import { lastSessionEnd, startSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { EntranceShell } from "./EntranceShell.tsx";
import { SecondStep, signInWithPasskey, usePasskeyText } from "./SecondStep.tsx";

/** Someone who signed up as "Rotan Meru" may remember that name rather than the username that it became. */
const loginName = (typed: string) => usernameFrom(typed) || typed.trim();

/** "Welcome Back". After the login, the guard sends the user on to the page where they were. */
export function Login() {
  const { t } = useTranslation("entrance");
  const { t: tFactors } = useTranslation("factors");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [step, setStep] = useState<SecondStepAnswer["secondStep"] | null>(null);
  const logIn = useMutation({
    // What is sent is passed in: a function that reads the fields may still be the one of the render before.
    mutationFn: (body: { email: string; password: string }) => call(accountCalls.logIn, { body, token: null }),
    onSuccess: (answer) => ("secondStep" in answer ? setStep(answer.secondStep) : startSession(answer)),
  });
  const passkey = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: startSession });
  const { data: passkeyOrigin } = useQuery(passkeyOriginQuery());
  const passkeyText = usePasskeyText();
  const [isChecked, setChecked] = useState<object | null>(null);
  const { data: isSignUpOpen } = useQuery(signUpsOpenQuery());
  const refused = fieldsOf(logIn.error);
  const isEmpty = email.trim() === "" || password === "";
  const fields = {
    email: isChecked && email.trim() === "" ? t("entrance.needEmail") : refused.email,
    password: isChecked && password === "" ? t("entrance.needPassword") : refused.password,
  };
  const submit = () => {
    // A new object for each attempt, since the form moves the focus then.
    setChecked(isEmpty ? {} : null);
    logIn.reset();
    if (!isEmpty) logIn.mutate({ email: loginName(email), password });
  };
  const goBack = () => {
    setStep(null);
    setPassword("");
    logIn.reset();
  };
  if (step) return <SecondStep step={step} onBack={goBack} />;
  return (
    <EntranceShell other={isSignUpOpen ? { to: "/signup", label: t("login.signUp") } : null}>
      <PageTitle>{t("login.title")}</PageTitle>
      <h1 className="text-3xl">{t("login.title")}</h1>
      <p className="mt-2 text-quiet">{t("login.lead")}</p>
      <Form noValidate onSubmit={submit} refusal={isChecked ?? logIn.error} className="mt-6 space-y-3">
        {!logIn.error && lastSessionEnd() === "refused" && (
          <Alert tone="warning" className="mb-4">
            {t("login.sessionEnded")}
          </Alert>
        )}
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
          hasRoomForError
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
          hasRoomForError
          required
        />
        {logIn.error && !fields.email && !fields.password && <Alert className="mb-4">{messageOf(logIn.error, t("login.failed"))}</Alert>}
        <BusyButton type="submit" className="btn-primary btn-block" busy={logIn.isPending} busyText={t("login.busy")}>
          {t("login.submit")}
        </BusyButton>
      </Form>
      {passkeyOrigin !== undefined && canUsePasskey(passkeyOrigin) && (
        <div className="mt-3">
          <BusyButton className="btn-line btn-block" busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {tFactors("factors.step.passkeyAlone")}
          </BusyButton>
          {passkey.error && <Alert className="mt-4">{passkeyText(passkey.error)}</Alert>}
        </div>
      )}
      <p className="mt-6">
        <Link to="/forgot" state={{ email }} className="link-plain">
          {t("login.forgotten")}
        </Link>
      </p>
    </EntranceShell>
  );
}
