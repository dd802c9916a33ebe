import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { call } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { NotDone } from "../../ui/NotDone.tsx";

/** In place of the buttons that do not work before the email address is confirmed. */
export function ConfirmFirst() {
  const { t } = useTranslation("ownAccount");
  const send = useMutation({ mutationFn: () => call(ownAccountCalls.sendVerification) });
  return (
    <div className="space-y-3">
      <Alert
        tone="warning"
        actions={
          !send.isSuccess && (
            <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={send.isPending} onClick={() => send.mutate()}>
              {t("own.email.send")}
            </BusyButton>
          )
        }
      >
        {t(send.isSuccess ? "own.email.sent" : "own.confirmFirst")}
      </Alert>
      {send.error && <NotDone what={t("failed.mail")} error={send.error} />}
    </div>
  );
}
