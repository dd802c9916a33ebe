import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { call, messageOf } from "../../api.ts";
import { keptOf, loseBusiness } from "../../session.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";

/** The person leaves the business on screen. The only owner of a business cannot, and reads what to do instead. */
export function LeaveBusiness({ name, isOnlyOwner }: { name: string; isOnlyOwner: boolean }) {
  const { t } = useTranslation("members");
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: async () => {
      await call(memberCalls.leaveBusiness);
      return call(ownAccountCalls.fetchOwnAccount, { business: null });
    },
    onSuccess: (left) => {
      loseBusiness("", keptOf(left));
      location.assign(left.memberRole == null ? "/account" : "/dashboard");
    },
  });
  if (isOnlyOwner) {
    return (
      <FormGroup title={t("quit.title")}>
        <p className="text-quiet">{t("quit.onlyOwner")}</p>
      </FormGroup>
    );
  }
  return (
    <FormGroup title={t("quit.title")} lead={t("quit.text")}>
      <button type="button" className="btn btn-line max-w-full" onClick={() => setAsking(true)}>
        <span className="truncate">{t("quit.button", { name })}</span>
      </button>
      {isAsking && (
        <Dialog title={t("quit.ask", { name })} onClose={() => setAsking(false)}>
          <p>{t("quit.text")}</p>
          {leave.error && <Alert className="mt-4">{messageOf(leave.error, t("error.network"))}</Alert>}
          <div className="mt-6 flex justify-end gap-2">
            <button type="button" className="btn btn-line" onClick={() => setAsking(false)}>
              {t("cancel")}
            </button>
            <BusyButton data-first-focus className="btn-error" busy={leave.isPending} onClick={() => leave.mutate()}>
              {t("quit.title")}
            </BusyButton>
          </div>
        </Dialog>
      )}
    </FormGroup>
  );
}
