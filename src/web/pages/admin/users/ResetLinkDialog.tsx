import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminUser, ResetLink } from "../../../../contract/user.ts";
import { formatDateTime } from "../../../text/format.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { HandOverLink } from "../../../ui/HandOverLink.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";

type Whom = Pick<AdminUser, "username" | "displayName">;

/** Makes a link with which an owner chooses a new password, to hand over: without mail, or to someone who does not get it. */
export function ResetLinkDialog({ user, make: ask, onClose }: { user: Whom; make: () => Promise<ResetLink>; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const make = useMutation({ mutationFn: ask });
  return (
    <Dialog title={t("resetLink.title")} onClose={onClose}>
      {make.data ? (
        <Made user={user} link={make.data} />
      ) : (
        <>
          <p>{t("resetLink.text", { username: user.username })}</p>
          {make.error && <NotDone className="mt-4" what={t("failed.link")} error={make.error} />}
        </>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <button type="button" className="btn btn-line" onClick={onClose}>
          {t(make.data ? "close" : "cancel")}
        </button>
        {!make.data && (
          <BusyButton data-first-focus className="btn-primary" busy={make.isPending} onClick={() => make.mutate()}>
            {t("resetLink.make")}
          </BusyButton>
        )}
      </div>
    </Dialog>
  );
}

/** The link, which is shown this one time. */
function Made({ user, link: made }: { user: Whom; link: ResetLink }) {
  const { t } = useTranslation("admin");
  const { token, expiresAt } = made;
  const link = made.link ?? `${location.origin}/reset?token=${token}`;
  return (
    <>
      <p role="status">{t("resetLink.once", { username: user.username, when: formatDateTime(expiresAt) })}</p>
      <HandOverLink
        link={link}
        label={t("resetLink.link")}
        copyText={t("invitations.copy")}
        copiedText={t("invitations.copied")}
        message={t("resetLink.message", { username: user.displayName, link })}
        whatsappText={t("resetLink.whatsapp")}
      />
    </>
  );
}
