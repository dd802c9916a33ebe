import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Invitation, NewInvited } from "../../../contract/member.ts";
import { messageOf } from "../../api.ts";
import { formatDateTime } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { MadeLink } from "./MadeLink.tsx";

interface Actions<Role extends string> {
  roleName: (role: Role) => string;
  resend: (id: string) => Promise<NewInvited<Role>>;
  withdraw: (id: string) => Promise<unknown>;
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
}

interface OpenInvitationsProps<Role extends string> extends Actions<Role> {
  data: { invitations: readonly Invitation<Role>[]; total: number; totalPages: number } | undefined;
  page: number;
  onPage: (page: number) => void;
  /** What is sent with a link by WhatsApp. */
  message: (link: string) => string;
}

/** The invitations that were not used yet; nothing if there are none. */
export function OpenInvitations<Role extends string>({ data, page, onPage, message, ...actions }: OpenInvitationsProps<Role>) {
  const { t } = useTranslation("members");
  const [made, setMade] = useState<NewInvited<Role> | null>(null);
  if (!data || data.total === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">{t("members.open")}</h3>
      <ul aria-label={t("members.open")} className="mt-2 divide-y divide-base-300 border-y border-base-300">
        {data.invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} onMade={setMade} {...actions} />
        ))}
      </ul>
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={onPage} of={t("members.open")} />}
      {made?.token !== undefined && (
        <Dialog title={t("members.linkTitle")} onClose={() => setMade(null)}>
          <MadeLink made={made} message={message} />
        </Dialog>
      )}
    </div>
  );
}

interface RowProps<Role extends string> extends Actions<Role> {
  invitation: Invitation<Role>;
  onMade: (made: NewInvited<Role>) => void;
}

function Row<Role extends string>({ invitation, onMade, ...actions }: RowProps<Role>) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const { id, email, role, invitedBy, expiresAt, isExpired, handover } = invitation;
  const resend = useMutation({
    mutationFn: () => actions.resend(id),
    onSuccess: (made) => {
      if (email !== null) showToast({ text: t("members.sent", { email }) });
      onMade(made);
    },
    onSettled: actions.refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => actions.withdraw(id),
    onSuccess: () => showToast({ text: t("members.withdrawn") }),
    onSettled: actions.refresh,
  });
  const name = email ?? t("members.aLink");
  const texts = { role: actions.roleName(role), when: formatDateTime(expiresAt), by: invitedBy };
  const error = resend.error ?? withdraw.error;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold break-all">{name}</p>
          <p className="text-sm break-words text-quiet">
            {handover
              ? t(isExpired ? "members.handoverExpired" : "members.handover", texts)
              : isExpired
                ? t("members.expired", texts)
                : t(invitedBy === "" ? "members.untilOnly" : "members.until", texts)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <BusyButton
            className="btn-line btn-sm max-sm:min-h-11"
            busy={resend.isPending}
            aria-label={t(email === null ? "members.renewOf" : "members.resendOf", { name })}
            onClick={() => resend.mutate()}
          >
            {t(email === null ? "members.renew" : "members.resend")}
          </BusyButton>
          <BusyButton
            className="btn-line btn-sm max-sm:min-h-11"
            busy={withdraw.isPending}
            aria-label={t("members.withdrawOf", { name })}
            onClick={() => withdraw.mutate()}
          >
            {t("members.withdraw")}
          </BusyButton>
        </div>
      </div>
      {error && <Alert className="mt-2">{messageOf(error, t("error.network"))}</Alert>}
    </li>
  );
}
