import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import { MEMBER_ROLES, type Member, type MemberRole } from "../../../contract/member.ts";
import { call, messageOf } from "../../api.ts";
import { formatNumber } from "../../text/format.ts";
import { Alert, RetryAlert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { MemberInvitations } from "./MemberInvitations.tsx";
import { membersQuery } from "./member-queries.ts";

/** The members of the business and its open invitations, for owners. */
export function Members() {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(false);
  const { data, error, isPending, refetch } = useQuery(membersQuery(page));
  const room = data && data.limit !== null ? { used: formatNumber(data.used), limit: formatNumber(data.limit) } : null;
  return (
    <FormGroup title={t("members.title")} lead={t("members.lead")}>
      {isPending && <Loading tall={false} />}
      {error && !data && <RetryAlert onRetry={() => void refetch()}>{t("members.failed")}</RetryAlert>}
      {data && (
        <>
          <ul aria-label={t("members.title")} className="divide-y divide-base-300 border-y border-base-300">
            {data.members.map((member) => (
              <Row key={member.id} member={member} />
            ))}
          </ul>
          {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("members.title")} />}
          {room && <p className="text-sm text-quiet">{t("members.room", room)}</p>}
          <button type="button" className="btn btn-line" onClick={() => setInviting(true)}>
            <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("members.invite")}
          </button>
          <MemberInvitations />
          {isInviting && <InviteDialog mailReady={data.mailReady} onClose={() => setInviting(false)} />}
        </>
      )}
    </FormGroup>
  );
}

function Row({ member }: { member: Member }) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { id, username, email, role, isYou } = member;
  const change = useMutation({
    mutationFn: (wanted: MemberRole) => call(memberCalls.changeMember, { params: { userId: id }, body: { role: wanted } }),
    onSuccess: (changed) => {
      showToast({ text: t("members.roleSaved", { name: username, role: t(`role.${changed.role}`) }) });
      // Who takes the own ownership away sees less from now on.
      if (isYou) void queryClient.invalidateQueries();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["members"] }),
  });
  const shown = change.isPending ? change.variables : role;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold break-all">{username}</span>
            {isYou && <span className="text-sm text-quiet">{t("members.you")}</span>}
          </p>
          {email !== null && <p className="text-sm break-words text-quiet">{email}</p>}
        </div>
        <div className="ms-auto flex items-center gap-3">
          <select
            aria-label={t("members.role", { name: username })}
            title={t(`role.${shown}.text`)}
            className="select w-auto max-w-40"
            value={shown}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.value as MemberRole)}
          >
            {MEMBER_ROLES.toReversed().map((one) => (
              <option key={one} value={one}>
                {t(`role.${one}`)}
              </option>
            ))}
          </select>
          {isYou ? (
            <span className="size-10" />
          ) : (
            <MoreMenu label={t("members.actions", { name: username })}>
              {(choose) => <MenuButton icon={UserMinus} label={t("members.remove")} isDanger onClick={choose(() => setAsking(true))} />}
            </MoreMenu>
          )}
        </div>
      </div>
      {change.error && <Alert className="mt-2">{messageOf(change.error, t("error.network"))}</Alert>}
      {isAsking && <RemoveDialog member={member} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RemoveDialog({ member: { id, username }, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(memberCalls.removeMember, { params: { userId: id } }),
    onSuccess: () => {
      showToast({ text: t("members.removed", { name: username }) });
      onClose();
      return queryClient.invalidateQueries({ queryKey: ["members"] });
    },
  });
  return (
    <Dialog title={t("members.removeTitle", { name: username })} onClose={onClose}>
      <p className="break-words">{t("members.removeText", { name: username })}</p>
      {remove.error && <Alert className="mt-4">{messageOf(remove.error, t("error.network"))}</Alert>}
      <div className="mt-6 flex justify-end gap-2">
        <button type="button" className="btn btn-line" onClick={onClose}>
          {t("cancel")}
        </button>
        <BusyButton data-first-focus className="btn-error" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t("members.remove")}
        </BusyButton>
      </div>
    </Dialog>
  );
}
