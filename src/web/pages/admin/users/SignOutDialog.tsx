import { useTranslation } from "react-i18next";
import { userCalls } from "../../../../contract/calls/users.ts";
import type { AdminUser } from "../../../../contract/user.ts";
import { call } from "../../../api.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";

/** Ends all sessions of an owner. */
export function SignOutDialog({ user: { id, username }, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  return (
    <ConfirmDialog
      title={t("users.signOutTitle")}
      confirm={t("users.signOut")}
      act={() => call(userCalls.signOutUser, { params: { id } })}
      onDone={() => {
        showToast({ text: t("users.signedOut", { username }) });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t("users.signOutText", { username })}</p>
    </ConfirmDialog>
  );
}
