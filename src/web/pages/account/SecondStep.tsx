import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { factorCalls } from "../../../contract/calls/factors.ts";
import type { SecondStep as Step } from "../../../contract/factor.ts";
import { ApiError, call, messageOf } from "../../api.ts";
import { askPasskey, PasskeyFailed } from "../../passkey.ts";
import { startSession } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { CodeField } from "../../ui/forms/CodeField.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Help } from "./EntrancePage.tsx";
import { EntranceShell } from "./EntranceShell.tsx";

type Way = "app" | "recovery" | "passkey";

/** Signs in with a passkey: as the second step of a login, or alone. */
export async function signInWithPasskey(stepToken?: string) {
  const { token, options } = await call(factorCalls.startPasskeyLogin, { body: { token: stepToken }, token: null });
  const answer = await askPasskey(options);
  return call(factorCalls.logInWithPasskey, { body: { token, isAlone: stepToken === undefined, answer }, token: null });
}

/** What a failed use of a passkey is called on screen. */
export function usePasskeyText() {
  const { t } = useTranslation("factors");
  return (error: unknown) => (error instanceof PasskeyFailed ? t(error.problem) : messageOf(error, t("error.network")));
}

/** The second step of a login: a code, a recovery code or a passkey. */
export function SecondStep({ step, onBack }: { step: Step["secondStep"]; onBack: () => void }) {
  const { t } = useTranslation("factors");
  const { t: entrance } = useTranslation("entrance");
  const passkeyText = usePasskeyText();
  const [way, setWay] = useState<Way>(step.app ? "app" : "passkey");
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState<object | null>(null);
  const enter = useMutation({
    mutationFn: (typed: { code?: string; recoveryCode?: string }) =>
      call(factorCalls.takeSecondStep, { body: { token: step.token, ...typed }, token: null }),
    onSuccess: startSession,
  });
  const passkey = useMutation({ mutationFn: () => signInWithPasskey(step.token), onSuccess: startSession });
  const error = way === "passkey" ? passkey.error : enter.error;
  const isOver = error instanceof ApiError && error.code === "step_expired";
  const isWrong = error instanceof ApiError && error.code === "wrong_credentials";
  const isRecovery = way === "recovery";
  const choose = (next: Way) => {
    setWay(next);
    setCode("");
    setChecked(null);
    enter.reset();
    passkey.reset();
  };
  const submit = () => {
    const isEmpty = code.trim() === "";
    setChecked(isEmpty ? {} : null);
    enter.reset();
    if (!isEmpty) enter.mutate(isRecovery ? { recoveryCode: code } : { code });
  };
  const fieldError = isChecked ? t("factors.code.need") : isWrong ? messageOf(error, "") : undefined;
  return (
    <EntranceShell other={null}>
      <PageTitle>{t("factors.step.title")}</PageTitle>
      <h1 className="text-3xl">{t("factors.step.title")}</h1>
      <p className="mt-2 text-quiet">{t(`factors.step.${way}`)}</p>
      <div className="mt-6">
        {way === "passkey" ? (
          <BusyButton className="btn-primary btn-block" autoFocus busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {t("factors.passkey.use")}
          </BusyButton>
        ) : (
          <Form noValidate onSubmit={submit} refusal={isChecked ?? enter.error}>
            <CodeField
              key={way}
              label={t(isRecovery ? "factors.recovery" : "factors.code")}
              isRecovery={isRecovery}
              value={code}
              error={fieldError}
              autoFocus
              onChange={(event) => setCode(event.target.value)}
            />
            <BusyButton type="submit" className="btn-primary btn-block mt-5" busy={enter.isPending}>
              {entrance("login.submit")}
            </BusyButton>
          </Form>
        )}
        {error && (way === "passkey" || !isWrong) && (
          <Alert
            className="mt-4"
            actions={
              isOver && (
                <button type="button" className="btn btn-line btn-sm" onClick={onBack}>
                  {t("factors.step.back")}
                </button>
              )
            }
          >
            {passkeyText(error)}
          </Alert>
        )}
      </div>
      <ul className="mt-6 space-y-3">
        {step.app && way !== "app" && <Other onClick={() => choose("app")}>{t("factors.code.use")}</Other>}
        {step.passkey && way !== "passkey" && <Other onClick={() => choose("passkey")}>{t("factors.passkey.use")}</Other>}
        {!isRecovery && <Other onClick={() => choose("recovery")}>{t("factors.recovery.use")}</Other>}
        <Other onClick={onBack}>{t("factors.step.back")}</Other>
      </ul>
      <p className="mt-8 text-sm text-quiet">{t("factors.step.lost")}</p>
      <Help className="mt-3" />
    </EntranceShell>
  );
}

/** Another way to go on. */
function Other({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <li>
      <button type="button" className="link-plain cursor-pointer" onClick={onClick}>
        {children}
      </button>
    </li>
  );
}
