import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { factorCalls } from "../../../../contract/calls/factors.ts";
import { type NewApp, PASSKEY_NAME_MAX, type PasskeyChallenge } from "../../../../contract/factor.ts";
import { call, fieldsOf, messageOf } from "../../../api.ts";
import { makePasskey, PasskeyFailed } from "../../../passkey.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { CodeField } from "../../../ui/forms/CodeField.tsx";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { deviceOf } from "../device.ts";

const QrPicture = lazy(async () => ({ default: (await import("../../../ui/QrPicture.tsx")).QrPicture }));

type Added = (codes: readonly string[] | null) => Promise<void>;

function Foot({ submit, isBusy, onClose }: { submit: string; isBusy: boolean; onClose: () => void }) {
  const { t } = useTranslation("factors");
  return (
    <div className="flex justify-end gap-2 pt-2">
      <button type="button" className="btn btn-line" onClick={onClose}>
        {t("cancel")}
      </button>
      <BusyButton type="submit" className="btn-primary" busy={isBusy}>
        {submit}
      </BusyButton>
    </div>
  );
}

/** The QR code, the same as text, and the field for the first code. */
export function NewAppForm({ app, onAdded, onClose }: { app: NewApp; onAdded: Added; onClose: () => void }) {
  const { t } = useTranslation("factors");
  const [code, setCode] = useState("");
  const secret = app.secret.match(/.{1,4}/g)?.join(" ") ?? "";
  const { box, state, copy, Icon } = useCopy(secret);
  const [isChecked, setChecked] = useState<object | null>(null);
  const confirm = useMutation({
    mutationFn: (typed: string) => call(factorCalls.confirmApp, { body: { token: app.token, code: typed } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const submit = () => {
    const isEmpty = code.trim() === "";
    setChecked(isEmpty ? {} : null);
    confirm.reset();
    if (!isEmpty) confirm.mutate(code);
  };
  const error = isChecked ? t("factors.code.need") : fieldsOf(confirm.error).code;
  return (
    <Form noValidate onSubmit={submit} refusal={isChecked ?? confirm.error} className="space-y-4">
      <p>{t("factors.app.scan")}</p>
      <Suspense fallback={<div className="mx-auto size-48" />}>
        <QrPicture text={app.uri} label={t("factors.app.qr")} className="mx-auto size-48" />
      </Suspense>
      <Field label={t("factors.app.secret")}>
        {(control) => (
          <div className="flex items-start gap-2">
            <textarea
              ref={box}
              {...control}
              readOnly
              rows={1}
              value={secret}
              className="textarea field-sizing-content min-h-10 min-w-0 flex-1 resize-none font-mono text-sm"
              onFocus={(event) => event.target.select()}
            />
            <button type="button" className="btn btn-line" onClick={copy}>
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              {t(state === "copied" ? "factors.codes.copied" : "factors.codes.copy")}
            </button>
          </div>
        )}
      </Field>
      <CodeField
        label={t("factors.app.code")}
        value={code}
        error={error}
        data-first-focus
        onChange={(event) => setCode(event.target.value)}
      />
      {confirm.error && !error && <Alert>{messageOf(confirm.error, t("error.network"))}</Alert>}
      <Foot submit={t("factors.app.confirm")} isBusy={confirm.isPending} onClose={onClose} />
    </Form>
  );
}

/** The name of a passkey, and the button that opens the browser's own dialog. */
export function NewPasskeyForm({ challenge, onAdded, onClose }: { challenge: PasskeyChallenge; onAdded: Added; onClose: () => void }) {
  const { t } = useTranslation("factors");
  const { browser, system } = deviceOf(navigator.userAgent);
  const [name, setName] = useState([system, browser].filter(Boolean).join(", "));
  const make = useMutation({
    mutationFn: async (typed: string) => {
      const answer = await makePasskey(challenge.options);
      return call(factorCalls.confirmPasskey, { body: { token: challenge.token, name: typed, answer } });
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <Form noValidate onSubmit={() => make.mutate(name)} refusal={make.error} className="space-y-4">
      <TextField
        label={t("factors.passkeys.name")}
        hint={t("factors.passkeys.nameHint")}
        value={name}
        error={fieldsOf(make.error).name}
        maxLength={PASSKEY_NAME_MAX}
        autoComplete="off"
        data-first-focus
        onChange={(event) => setName(event.target.value)}
      />
      {make.error && (
        <Alert>{make.error instanceof PasskeyFailed ? t(make.error.problem) : messageOf(make.error, t("error.network"))}</Alert>
      )}
      <Foot submit={t("factors.passkeys.make")} isBusy={make.isPending} onClose={onClose} />
    </Form>
  );
}
