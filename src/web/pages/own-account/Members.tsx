import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import { MEMBER_ROLES, type Member, type MemberRole } from "../../../contract/member.ts";
import { call } from "../../api.ts";
import { formatNumber } from "../../text/format.ts";
import { RetryAlert } from "../../ui/Alert.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { InviteButton } from "../invite/InviteButton.tsx";
import { InviteDialog } from "../invite/InviteDialog.tsx";
import { OpenInvitations } from "../invite/OpenInvitations.tsx";
import { PersonRow } from "../invite/PersonRow.tsx";
import type { RoleOption } from "../invite/roles.ts";
import { ConfirmFirst } from "./ConfirmFirst.tsx";
import { memberInvitationsQuery, membersQuery } from "./member-queries.ts";

const rolesOf = (t: TFunction<"members">): RoleOption<MemberRole>[] =>
  MEMBER_ROLES.toReversed().map((value) => ({ value, label: t(`role.${value}`), text: t(`role.${value}.text`) }));

function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["member-invitations"] }),
      queryClient.invalidateQueries({ queryKey: ["members"] }),
    ]);
}

/** The members of the business and its open invitations, for owners. */
export function Members({ mustConfirm }: { mustConfirm: boolean }) {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(false);
  const refresh = useRefresh();
  const { data, error, isPending, refetch } = useQuery(membersQuery(page));
  /** An owner who is the only one cannot take another role. */
  const isOnlyOwner = data?.totalPages === 1 && data.members.filter(({ role }) => role === "owner").length === 1;
  const room = data && data.limit !== null ? { used: formatNumber(data.used), limit: formatNumber(data.limit) } : null;
  return (
    <FormGroup title={t("members.title")} lead={t("members.lead")}>
      {isPending && <Loading tall={false} />}
      {error && !data && <RetryAlert onRetry={() => void refetch()}>{t("members.failed")}</RetryAlert>}
      {data && (
        <>
          <ul aria-label={t("members.title")} className="divide-y divide-base-300 border-y border-base-300">
            {data.members.map((member) => (
              <Row key={member.id} member={member} isFixed={isOnlyOwner && member.isYou && member.role === "owner"} />
            ))}
          </ul>
          {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("members.title")} />}
          {room && <p className="text-sm text-quiet">{t("members.room", room)}</p>}
          {mustConfirm ? <ConfirmFirst /> : <InviteButton onClick={() => setInviting(true)} />}
          <Invitations />
          {isInviting && (
            <InviteDialog
              roles={rolesOf(t)}
              first="editor"
              mailReady={data.mailReady}
              linkHint={t("members.linkHint")}
              message={(link) => t("members.message", { link })}
              send={(body) => call(memberCalls.inviteMember, { body })}
              onMade={refresh}
              onClose={() => setInviting(false)}
            />
          )}
        </>
      )}
    </FormGroup>
  );
}

function Row({ member: { id, username, email, role, isYou }, isFixed }: { member: Member; isFixed: boolean }) {
  const { t } = useTranslation("members");
  const queryClient = useQueryClient();
  const params = { userId: id };
  return (
    <PersonRow
      name={username}
      email={email}
      role={role}
      roles={rolesOf(t)}
      isYou={isYou}
      isFixed={isFixed}
      change={(wanted) => call(memberCalls.changeMember, { params, body: { role: wanted } })}
      remove={() => call(memberCalls.removeMember, { params })}
      removeTitle={t("members.removeTitle")}
      removeText={t("members.removeText", { name: username })}
      // Who takes the own ownership away sees less from now on.
      refresh={() => queryClient.invalidateQueries(isYou ? {} : { queryKey: ["members"] })}
    />
  );
}

function Invitations() {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const { data } = useQuery(memberInvitationsQuery(page));
  const paramsOf = (invitationId: string) => ({ params: { invitationId } });
  return (
    <OpenInvitations
      data={data}
      page={page}
      onPage={setPage}
      roleName={(role) => t(`role.${role}`)}
      message={(link) => t("members.message", { link })}
      resend={(id) => call(memberCalls.resendMemberInvitation, paramsOf(id))}
      withdraw={(id) => call(memberCalls.withdrawMemberInvitation, paramsOf(id))}
      refresh={useRefresh()}
    />
  );
}
