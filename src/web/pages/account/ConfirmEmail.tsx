import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { ApiError, call, messageOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { useSession } from "../../use-session.ts";
import { EntrancePage, Help, Onward } from "./EntrancePage.tsx";

/**
 * Confirms an address with the link that was sent to it. It takes a press of a button, because programs that look for
 * dangerous links open every link of a mail.
 */
export function ConfirmEmail() {
  const { t } = useTranslation("recovery");
  const token = useSearchParams()[0].get("token") ?? "";
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(ownAccountCalls.confirmEmail, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const code = confirm.error instanceof ApiError ? confirm.error.code : null;
  if (confirm.data) {
    return (
      <EntrancePage title={t("confirm.doneTitle")}>
        <p role="status" className="mt-4 break-words">
          {t("confirm.done", { email: confirm.data.email })}
        </p>
        <ToAccount />
      </EntrancePage>
    );
  }
  if (token === "" || code === "link_expired") return <Over title={t("reset.expiredTitle")} text={t("confirm.expired")} />;
  if (code === "link_used") return <Over title={t("reset.usedTitle")} text={t("confirm.used")} />;
  return (
    <EntrancePage title={t("confirm.title")} lead={t("confirm.lead")}>
      {confirm.error && <Alert className="mt-6">{messageOf(confirm.error, t("confirm.failed"))}</Alert>}
      <BusyButton
        className="btn-primary btn-block mt-6"
        busy={confirm.isPending}
        busyText={t("confirm.busy")}
        onClick={() => confirm.mutate()}
      >
        {t("confirm.submit")}
      </BusyButton>
    </EntrancePage>
  );
}

function Over({ title, text }: { title: string; text: string }) {
  return (
    <EntrancePage title={title}>
      <p role="status" className="mt-4">
        {text}
      </p>
      <ToAccount />
      <Help />
    </EntrancePage>
  );
}

function ToAccount() {
  const { t } = useTranslation("recovery");
  const { user } = useSession();
  return <Onward to={user ? "/account" : "/login"}>{t(user ? "confirm.go" : "signup.login")}</Onward>;
}
