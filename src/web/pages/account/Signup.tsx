import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX } from "../../../contract/user.ts";
import { ApiError, call, fieldsOf, messageOf } from "../../api.ts";
import { signUpsOpenQuery } from "../../queries.ts";
import { startNewAccount } from "../../session.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { EntranceShell } from "./EntranceShell.tsx";
import { EMPTY_SIGN_UP, namesOf, type SignUpField } from "./entrance-form.ts";
import { UsernameHint } from "./UsernameHint.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";

/** "Get Started". The browser checks all fields at once; the server checks them again, and what only it can know. */
export function Signup() {
  const { t } = useTranslation("entrance");
  const invitation = useSearchParams()[0].get("invitation") ?? "";
  const { values, found, check, bind } = useSignUpForm(EMPTY_SIGN_UP);
  const signUp = useMutation({
    mutationFn: (typed: typeof values) =>
      call(accountCalls.signUp, {
        body: {
          ...namesOf(typed.username),
          email: typed.email.trim(),
          password: typed.password,
          language: currentLanguage(),
          ...(invitation === "" ? {} : { invitation }),
        },
        token: null,
      }),
    onSuccess: startNewAccount,
  });
  // The page says at once whether sign-up is open; the server's answer corrects it if that has changed since.
  const { data: isOpen } = useQuery(signUpsOpenQuery());
  const isRefused = signUp.error instanceof ApiError && signUp.error.code === "signup_closed";
  const isClosed = (isOpen === false && invitation === "") || isRefused;
  const refused: Partial<Record<SignUpField, string>> = fieldsOf(signUp.error);
  const submit = () => {
    signUp.reset();
    if (check()) signUp.mutate(values);
  };
  // A link that no longer works says so in the server's words.
  if (isClosed) return <Closed text={isRefused && invitation !== "" ? messageOf(signUp.error, t("signup.closed")) : t("signup.closed")} />;
  const isAtField = refused.username || refused.email || refused.password;
  return (
    <EntranceShell other={{ to: "/login", label: t("signup.login") }}>
      <PageTitle>{t("signup.title")}</PageTitle>
      <h1 className="text-3xl">{t("signup.title")}</h1>
      <p className="mt-2 text-quiet">{t("signup.lead")}</p>
      <Form noValidate onSubmit={submit} refusal={found ?? signUp.error} className="mt-6 space-y-3">
        <TextField
          label={t("field.username")}
          hint={<UsernameHint typed={values.username} otherwise={t("signup.usernameHint")} />}
          autoComplete="nickname"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={DISPLAY_NAME_MAX}
          autoFocus
          {...bind("username", refused.username)}
        />
        <TextField
          label={t("field.email")}
          hint={t("signup.emailHint")}
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX}
          {...bind("email", refused.email)}
        />
        <PasswordField
          label={t("field.password")}
          hint={t("password.rule")}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...bind("password", refused.password)}
        />
        <PasswordField label={t("field.confirmPassword")} autoComplete="new-password" maxLength={PASSWORD_MAX} {...bind("confirmed")} />
        <BusyButton type="submit" className="btn-primary btn-block" busy={signUp.isPending} busyText={t("signup.busy")}>
          {t("signup.submit")}
        </BusyButton>
        {signUp.error && !isAtField && <Alert className="mt-4">{messageOf(signUp.error, t("signup.failed"))}</Alert>}
      </Form>
    </EntranceShell>
  );
}

/** Explains why there is no form and what the visitor can do instead. */
function Closed({ text }: { text: string }) {
  const { t } = useTranslation("entrance");
  return (
    <EntranceShell other={null}>
      <PageTitle>{t("signup.closedTitle")}</PageTitle>
      <h1 className="text-3xl">{t("signup.closedTitle")}</h1>
      <p role="status" className="mt-4">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/login" className="btn btn-primary">
          {t("signup.login")}
        </Link>
        <Link to="/demo" reloadDocument className="btn btn-line">
          {t("signup.demo")}
        </Link>
      </div>
    </EntranceShell>
  );
}
