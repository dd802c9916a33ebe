import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { staffCalls } from "../../../../contract/calls/staff.ts";
import { userCalls } from "../../../../contract/calls/users.ts";
import type { Staff } from "../../../../contract/staff.ts";
import { STAFF_ROLES, type StaffRole } from "../../../../contract/staff-role.ts";
import { call } from "../../../api.ts";
import { formatDate, formatRecent } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { InviteButton } from "../../invite/InviteButton.tsx";
import { InviteDialog } from "../../invite/InviteDialog.tsx";
import { OpenInvitations } from "../../invite/OpenInvitations.tsx";
import { PersonRow } from "../../invite/PersonRow.tsx";
import type { RoleOption } from "../../invite/roles.ts";
import { ResetLinkDialog } from "../users/ResetLinkDialog.tsx";
import { STAFF_KEY, staffInvitationsQuery, staffQuery } from "./staff-queries.ts";

const rolesOf = (t: TFunction<"members">): RoleOption<StaffRole>[] =>
  STAFF_ROLES.map((value) => ({ value, label: t(`staff.${value}`), text: t(`staff.${value}.text`) }));

function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: STAFF_KEY });
}

/** The staff of the installation and its open invitations. */
export function StaffSettings() {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(false);
  const refresh = useRefresh();
  const { data, error, isPending, refetch } = useQuery(staffQuery(page));
  return (
    <div className="max-w-2xl">
      <FormGroup title={t("staff.title")} lead={t("staff.lead")}>
        {isPending && <Loading tall={false} />}
        {error && !data && <RetryAlert onRetry={() => void refetch()}>{t("staff.failed")}</RetryAlert>}
        {data && (
          <>
            {data.total === 0 ? (
              <p className="border-y border-base-300 py-4 text-quiet">{t("staff.none")}</p>
            ) : (
              <ul aria-label={t("staff.title")} className="divide-y divide-base-300 border-y border-base-300">
                {data.staff.map((person) => (
                  <Row key={person.id} person={person} />
                ))}
              </ul>
            )}
            {data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} of={t("staff.title")} />}
            <InviteButton onClick={() => setInviting(true)} />
            <Invitations />
            {isInviting && (
              <InviteDialog
                roles={rolesOf(t)}
                first="support"
                mailReady={data.mailReady}
                linkHint={t("staff.linkHint")}
                message={(link) => t("staff.message", { link })}
                send={(body) => call(staffCalls.inviteStaff, { body })}
                onMade={refresh}
                onClose={() => setInviting(false)}
              />
            )}
          </>
        )}
      </FormGroup>
    </div>
  );
}

function Row({ person }: { person: Staff }) {
  const { t } = useTranslation(["members", "admin"]);
  const [isLinking, setLinking] = useState(false);
  const { id, username, email, role, hasFactor, joinedAt, lastSeenAt } = person;
  const params = { userId: id };
  const since = t("staff.since", { date: formatDate(joinedAt) });
  const seen = lastSeenAt === null ? t("staff.neverSeen") : t("staff.seen", { when: formatRecent(lastSeenAt, Date.now()) });
  return (
    <>
      <PersonRow
        name={username}
        email={email}
        note={
          <>
            <p className="text-sm break-words text-quiet">
              {since} · <span className="whitespace-nowrap">{seen}</span>
            </p>
            {!hasFactor && (
              <p className="flex items-center gap-2 text-sm">
                <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
                {t("staff.noFactor")}
              </p>
            )}
          </>
        }
        role={role}
        roles={rolesOf(t)}
        isYou={false}
        more={(choose) => (
          <MenuButton icon={KeyRound} label={t("resetLink.title", { ns: "admin" })} onClick={choose(() => setLinking(true))} />
        )}
        change={(wanted) => call(staffCalls.changeStaff, { params, body: { role: wanted } })}
        remove={() => call(staffCalls.removeStaff, { params })}
        removeTitle={t("staff.removeTitle")}
        removeText={t("staff.removeText", { name: username })}
        refresh={useRefresh()}
      />
      {isLinking && (
        <ResetLinkDialog
          user={{ username, displayName: username }}
          make={() => call(userCalls.createPersonLink, { params: { id } })}
          onClose={() => setLinking(false)}
        />
      )}
    </>
  );
}

function Invitations() {
  const { t } = useTranslation("members");
  const [page, setPage] = useState(1);
  const { data } = useQuery(staffInvitationsQuery(page));
  const paramsOf = (invitationId: string) => ({ params: { invitationId } });
  return (
    <OpenInvitations
      data={data}
      page={page}
      onPage={setPage}
      roleName={(role) => t(`staff.${role}`)}
      message={(link) => t("staff.message", { link })}
      resend={(id) => call(staffCalls.resendStaffInvitation, paramsOf(id))}
      withdraw={(id) => call(staffCalls.withdrawStaffInvitation, paramsOf(id))}
      refresh={useRefresh()}
    />
  );
}
