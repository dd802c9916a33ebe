import { useMutation, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from "../../../contract/user.ts";
import { ApiError, call, fieldsOf, messageOf } from "../../api.ts";
import { signUpsOpenQuery } from "../../queries.ts";
import { startSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { EntranceShell } from "./EntranceShell.tsx";

const EMPTY = { username: "", email: "", password: "", confirmed: "" };
type Values = typeof EMPTY;
type Errors = Partial<Record<keyof Values, string>>;
/** No field was refused in the browser. */
const NONE: Errors = {};

/** "Get Started". Only the browser compares the two passwords; the server checks everything else. */
export function Signup() {
  const { t } = useTranslation("entrance");
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>(NONE);
  const signUp = useMutation({
    mutationFn: () =>
      call(accountCalls.signUp, {
        body: { username: values.username.trim(), email: values.email.trim(), password: values.password },
        token: null,
      }),
    onSuccess: startSession,
  });
  // The page says at once whether sign-up is open; the server's answer corrects it if that has changed since.
  const { data: isOpen } = useQuery(signUpsOpenQuery());
  const isClosed = isOpen === false || (signUp.error instanceof ApiError && signUp.error.code === "signup_closed");
  const fields: Errors = { ...fieldsOf(signUp.error), ...errors };
  const submit = () => {
    const found: Errors = {};
    if (values.password !== values.confirmed) found.confirmed = t("password.mismatch");
    else if (values.password.length < PASSWORD_MIN) found.password = t("password.tooShort");
    const isGood = Object.keys(found).length === 0;
    setErrors(isGood ? NONE : found);
    signUp.reset();
    if (isGood) signUp.mutate();
  };
  const bind = (name: keyof Values) => ({
    name,
    value: values[name],
    error: fields[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value });
      if (errors[name]) setErrors({ ...errors, [name]: undefined });
    },
  });
  if (isClosed) return <Closed />;
  const isAtField = fields.username || fields.email || fields.password;
  return (
    <EntranceShell other={{ to: "/login", label: t("signup.login") }}>
      <PageTitle>{t("signup.title")}</PageTitle>
      <h1 className="text-3xl">{t("signup.title")}</h1>
      <p className="mt-2 text-quiet">{t("signup.lead")}</p>
      <Form onSubmit={submit} refusal={errors === NONE ? signUp.error : errors} className="mt-6 space-y-4">
        {signUp.error && !isAtField && <Alert>{messageOf(signUp.error, t("signup.failed"))}</Alert>}
        <TextField
          label={t("field.username")}
          hint={t("signup.usernameHint")}
          autoComplete="nickname"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={USERNAME_MAX}
          autoFocus
          {...bind("username")}
        />
        <TextField label={t("field.email")} type="email" autoComplete="username" maxLength={EMAIL_MAX} {...bind("email")} />
        <PasswordField
          label={t("field.password")}
          hint={t("password.rule")}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...bind("password")}
        />
        <PasswordField label={t("field.confirmPassword")} autoComplete="new-password" maxLength={PASSWORD_MAX} {...bind("confirmed")} />
        <BusyButton type="submit" className="btn-primary btn-block" busy={signUp.isPending} busyText={t("signup.busy")}>
          {t("signup.submit")}
        </BusyButton>
      </Form>
    </EntranceShell>
  );
}

/** Explains why there is no form and what the visitor can do instead. */
function Closed() {
  const { t } = useTranslation("entrance");
  return (
    <EntranceShell other={null}>
      <PageTitle>{t("signup.closedTitle")}</PageTitle>
      <h1 className="text-3xl">{t("signup.closedTitle")}</h1>
      <p role="status" className="mt-4">
        {t("signup.closed")}
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
