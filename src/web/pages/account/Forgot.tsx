import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { EMAIL_MAX } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { helpQuery } from "../../queries.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Contact } from "../../ui/Contact.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { EntrancePage, Help } from "./EntrancePage.tsx";
import { isEmail } from "./entrance-form.ts";

/** What was typed on the login page, if it is an address. */
function typedBefore(state: unknown): string {
  const typed = typeof state === "object" && state !== null && "email" in state ? state.email : "";
  return typeof typed === "string" && typed.includes("@") ? typed : "";
}

/** Sends a link with which a person chooses a new password, or says whom to ask where no mail is sent. */
export function Forgot() {
  const { t } = useTranslation("recovery");
  const { state } = useLocation();
  const settings = useQuery(helpQuery());
  const [email, setEmail] = useState(() => typedBefore(state));
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const send = useMutation({
    mutationFn: (address: string) =>
      call(ownAccountCalls.forgotPassword, { body: { email: address, language: currentLanguage() }, token: null }),
  });
  if (settings.data && !settings.data.mailReady) return <NoMail />;
  if (settings.isPending) {
    return (
      <EntrancePage title={t("forgot.title")}>
        <Loading tall={false} />
      </EntrancePage>
    );
  }
  if (send.isSuccess) return <Sent email={send.variables} onAgain={send.reset} />;
  const submit = () => {
    const address = email.trim();
    const text = address === "" ? t("forgot.needEmail") : isEmail(address) ? null : t("forgot.wrongEmail");
    setProblem(text === null ? null : { text });
    send.reset();
    if (text === null) send.mutate(address);
  };
  const refused = fieldsOf(send.error).email;
  return (
    <EntrancePage title={t("forgot.title")} lead={t("forgot.lead")}>
      <Form noValidate onSubmit={submit} refusal={problem ?? send.error} className="mt-6 space-y-3">
        <TextField
          label={t("field.email")}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={problem?.text ?? refused}
          maxLength={EMAIL_MAX}
          hasRoomForError
          autoFocus
          required
        />
        <BusyButton type="submit" className="btn-primary btn-block" busy={send.isPending} busyText={t("forgot.busy")}>
          {t("forgot.submit")}
        </BusyButton>
        {send.error && !refused && <Alert className="mt-4">{messageOf(send.error, t("forgot.failed"))}</Alert>}
      </Form>
      <Help />
    </EntrancePage>
  );
}

/** The same whether there is such an account or not. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation("recovery");
  return (
    <EntrancePage title={t("forgot.sentTitle")}>
      <p role="status" className="mt-4 break-words">
        {t("forgot.sent", { email })}
      </p>
      <p className="mt-3 text-quiet">{t("forgot.nothing")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/login" className="btn btn-primary">
          {t("forgot.back")}
        </Link>
        <button type="button" className="btn btn-line" onClick={onAgain}>
          {t("forgot.again")}
        </button>
      </div>
      <Help />
    </EntrancePage>
  );
}

function NoMail() {
  const { t } = useTranslation("recovery");
  const { data } = useQuery(helpQuery());
  const name = data?.operatorName ?? "";
  const contact = data?.operatorContact ?? "";
  const which = name && contact ? "both" : name ? "name" : contact ? "contact" : "nobody";
  return (
    <EntrancePage title={t("forgot.offTitle")} lead={t("forgot.off")}>
      <p className="mt-4 font-semibold wrap-anywhere">
        {t(`ask.${which}`, { name })}
        {contact !== "" && (
          <>
            <br />
            <Contact>{contact}</Contact>
          </>
        )}
      </p>
      <div className="mt-6">
        <Link to="/login" className="btn btn-primary">
          {t("forgot.back")}
        </Link>
      </div>
    </EntrancePage>
  );
}
