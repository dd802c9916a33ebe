import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { factorCalls } from "../../../../contract/calls/factors.ts";
import type { OwnFactors } from "../../../../contract/factor.ts";
import { PASSWORD_MAX } from "../../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../../api.ts";
import { askPasskey, canUsePasskey, PasskeyFailed } from "../../../passkey.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { CodeField } from "../../../ui/forms/CodeField.tsx";
import { PasswordField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { useFormValues } from "../../../ui/forms/use-form-values.ts";

interface ProveSelfProps {
  factors: OwnFactors;
  lead: string;
  isRemoval: boolean;
  isActing: boolean;
  /** Why the change itself failed. */
  actError: unknown;
  onProven: (proof: string) => void;
  onClose: () => void;
}

type Typed = { code?: string; recoveryCode?: string };

/** Asks for the password and, if there is one, a second factor. */
export function ProveSelf({ factors, lead, isRemoval, isActing, actError, onProven, onClose }: ProveSelfProps) {
  const { t } = useTranslation("factors");
  const hasPasskey = factors.passkeys.length > 0 && canUsePasskey(factors.passkeyOrigin);
  const isNeeded = factors.app !== null || factors.passkeys.length > 0;
  const [isRecovery, setRecovery] = useState(isNeeded && factors.app === null && !hasPasskey);
  const { values, bind } = useFormValues({ currentPassword: "", code: "" });
  const [problems, setProblems] = useState<Partial<typeof values> | null>(null);
  const isTyped = isNeeded && (factors.app !== null || isRecovery);
  const prove = useMutation({
    mutationFn: async ({ typed, isPasskey }: { typed: Typed; isPasskey: boolean }) => {
      const { currentPassword } = values;
      if (!isPasskey) return call(factorCalls.proveSelf, { body: { currentPassword, ...typed } });
      const { token, options } = await call(factorCalls.challengeOwn);
      return call(factorCalls.proveSelf, { body: { currentPassword, passkey: { token, answer: await askPasskey(options) } } });
    },
    onSuccess: ({ proof }) => onProven(proof),
  });
  const submit = (isPasskey: boolean) => {
    const found: typeof problems = {};
    if (values.currentPassword === "") found.currentPassword = t("factors.prove.password");
    if (!isPasskey && isTyped && values.code.trim() === "") found.code = t("factors.code.need");
    const isGood = Object.keys(found).length === 0;
    setProblems(isGood ? null : found);
    prove.reset();
    if (isGood) prove.mutate({ typed: isTyped ? { [isRecovery ? "recoveryCode" : "code"]: values.code } : {}, isPasskey });
  };
  const refused = fieldsOf(prove.error);
  const codeError = problems?.code ?? refused.code ?? refused.recoveryCode;
  const passwordError = problems?.currentPassword ?? refused.currentPassword;
  const error = actError ?? (passwordError || codeError ? null : prove.error);
  const isBusy = prove.isPending || isActing;
  const onlyPasskey = isNeeded && !isTyped;
  return (
    <Form noValidate onSubmit={() => submit(onlyPasskey)} refusal={problems ?? prove.error} className="space-y-4">
      <p>{lead}</p>
      {error != null && <Alert>{error instanceof PasskeyFailed ? t(error.problem) : messageOf(error, t("error.network"))}</Alert>}
      <PasswordField
        label={t("field.password")}
        autoComplete="current-password"
        data-first-focus
        error={passwordError}
        maxLength={PASSWORD_MAX}
        required
        {...bind("currentPassword")}
      />
      {isTyped && (
        <CodeField
          key={String(isRecovery)}
          label={t(isRecovery ? "factors.recovery" : "factors.code")}
          isRecovery={isRecovery}
          error={codeError}
          {...bind("code")}
        />
      )}
      {isNeeded && (
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {isTyped && hasPasskey && (
            <button type="button" className="link-plain cursor-pointer" disabled={isBusy} onClick={() => submit(true)}>
              {t("factors.passkey.use")}
            </button>
          )}
          <button type="button" className="link-plain cursor-pointer" onClick={() => setRecovery(!isRecovery)}>
            {t(!isRecovery ? "factors.recovery.use" : factors.app ? "factors.code.use" : "factors.passkey.use")}
          </button>
        </div>
      )}
      <div className="flex justify-end gap-2 pt-2">
        <button type="button" className="btn btn-line" onClick={onClose}>
          {t("cancel")}
        </button>
        <BusyButton type="submit" className={isRemoval ? "btn-error" : "btn-primary"} busy={isBusy}>
          {t(onlyPasskey ? "factors.passkey.use" : isRemoval ? "factors.passkeys.remove" : "factors.prove.next")}
        </BusyButton>
      </div>
    </Form>
  );
}
