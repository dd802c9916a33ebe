import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import type { MemberInvitation, NewMemberInvitation } from "../../../contract/member.ts";
import { call, messageOf } from "../../api.ts";
import { formatDateTime } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { MadeLink } from "./MadeLink.tsx";
import { memberInvitationsQuery } from "./member-queries.ts";

/** The invitations that have not been used; renders nothing if there are none. */
export function MemberInvitations() {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const [made, setMade] = useState<NewMemberInvitation | null>(null);
  const { data } = useQuery(memberInvitationsQuery(page));
  if (!data || data.total === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">{t("members.open")}</h3>
      <ul aria-label={t("members.open")} className="mt-2 divide-y divide-base-300 border-y border-base-300">
        {data.invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} onMade={setMade} />
        ))}
      </ul>
      {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("members.open")} />}
      {made?.token !== undefined && (
        <Dialog title={t("members.linkTitle")} onClose={() => setMade(null)}>
          <MadeLink made={made} />
        </Dialog>
      )}
    </div>
  );
}

function Row({ invitation, onMade }: { invitation: MemberInvitation; onMade: (made: NewMemberInvitation) => void }) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const { id, email, role, invitedBy, expiresAt, isExpired } = invitation;
  const params = { params: { invitationId: id } };
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["member-invitations"] }),
      queryClient.invalidateQueries({ queryKey: ["members"] }),
    ]);
  const resend = useMutation({
    mutationFn: () => call(memberCalls.resendMemberInvitation, params),
    onSuccess: (made) => {
      if (email !== null) showToast({ text: t("members.sent", { email }) });
      onMade(made);
    },
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => call(memberCalls.withdrawMemberInvitation, params),
    onSuccess: () => showToast({ text: t("members.withdrawn") }),
    onSettled: refresh,
  });
  const name = email ?? t("members.aLink");
  const texts = { role: t(`role.${role}`), when: formatDateTime(expiresAt), by: invitedBy };
  const error = resend.error ?? withdraw.error;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold break-all">{name}</p>
          <p className="text-sm break-words text-quiet">
            {isExpired ? t("members.expired", texts) : t(invitedBy === "" ? "members.untilOnly" : "members.until", texts)}
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
