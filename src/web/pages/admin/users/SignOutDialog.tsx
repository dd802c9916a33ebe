import { useTranslation } from "react-i18next";
import { useToast } from "../../../ui/Toast.tsx";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";

/** Ends all sessions of a person. */
export function SignOutDialog({ username, act, onClose }: { username: string; act: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  return (
    <ConfirmDialog
      title={t("users.signOutTitle", { username })}
      isHarmless
      confirm={t("users.signOut")}
      act={act}
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
