import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../contract/user.ts";
import { ApiError, call, fieldsOf, messageOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { useFormValues } from "../../ui/forms/use-form-values.ts";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { EntrancePage, Help, Onward } from "./EntrancePage.tsx";

/** Chooses a new password with the link of a mail, or one that the administrator handed over. */
export function Reset() {
  const { t } = useTranslation("recovery");
  const token = useSearchParams()[0].get("token") ?? "";
  const [isDone, setDone] = useState(false);
  /** What the server said about the link when it was used. */
  const [over, setOver] = useState<"used" | "expired" | null>(null);
  const check = useQuery({
    queryKey: ["reset", token],
    queryFn: ({ signal }) => call(ownAccountCalls.checkReset, { body: { token }, token: null, signal }),
    // A link that was open is checked again when it is used.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isDone) return <Done />;
  const state = over ?? check.data?.state;
  if (state === "used" || state === "expired") return <Over state={state} />;
  return (
    <EntrancePage title={t("reset.title")} lead={check.error ? undefined : t("reset.lead")}>
      {check.isPending && (
        <div role="status" className="mt-6">
          <span className="sr-only">{t("reset.checking")}</span>
          <Loading tall={false} />
        </div>
      )}
      {check.error && (
        <NotLoaded
          className="mt-6"
          what={t("reset.checkFailed")}
          error={check.error}
          isBusy={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      )}
      {state === "open" && <Choose token={token} onDone={() => setDone(true)} onOver={setOver} />}
    </EntrancePage>
  );
}

interface ChooseProps {
  token: string;
  onDone: () => void;
  onOver: (state: "used" | "expired") => void;
}

function Choose({ token, onDone, onOver }: ChooseProps) {
  const { t } = useTranslation("recovery");
  const { values, bind: bindValue } = useFormValues({ password: "", repeated: "" });
  const [problems, setProblems] = useState<Partial<typeof values> | null>(null);
  const reset = useMutation({
    mutationFn: (password: string) => call(ownAccountCalls.resetPassword, { body: { token, password }, token: null }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "link_used") onOver("used");
      if (error instanceof ApiError && error.code === "link_expired") onOver("expired");
    },
  });
  const submit = () => {
    const found: typeof problems = {};
    if (values.password.length < PASSWORD_MIN) found.password = t("password.tooShort");
    else if (values.password !== values.repeated) found.repeated = t("password.mismatch");
    const isGood = Object.keys(found).length === 0;
    setProblems(isGood ? null : found);
    reset.reset();
    if (isGood) reset.mutate(values.password);
  };
  const refused = fieldsOf(reset.error).password;
  const bind = (name: keyof typeof values) => ({
    ...bindValue(name),
    autoComplete: "new-password",
    maxLength: PASSWORD_MAX,
    hasRoomForError: true,
    required: true,
  });
  return (
    <Form noValidate onSubmit={submit} refusal={problems ?? reset.error} className="mt-6 space-y-3">
      <PasswordField label={t("password.new")} hint={t("password.rule")} error={problems?.password ?? refused} {...bind("password")} />
      <PasswordField label={t("password.confirmNew")} error={problems?.repeated} {...bind("repeated")} />
      <BusyButton type="submit" className="btn-primary btn-block" busy={reset.isPending} busyText={t("reset.busy")}>
        {t("reset.submit")}
      </BusyButton>
      {reset.error && !refused && <Alert className="mt-4">{messageOf(reset.error, t("reset.failed"))}</Alert>}
    </Form>
  );
}

function Done() {
  const { t } = useTranslation("recovery");
  return (
    <EntrancePage title={t("reset.doneTitle")}>
      <p role="status" className="mt-3">
        {t("reset.done")}
      </p>
      <Onward to="/login">{t("signup.login")}</Onward>
    </EntrancePage>
  );
}

function Over({ state }: { state: "used" | "expired" }) {
  const { t } = useTranslation("recovery");
  return (
    <EntrancePage title={t(`reset.${state}Title`)}>
      <p role="status" className="mt-3">
        {t(`reset.${state}`)}
      </p>
      <Onward to="/forgot">{t("reset.new")}</Onward>
      <Help />
    </EntrancePage>
  );
}
