import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userCalls } from "../../../../contract/calls/users.ts";
import { INVITATION_DAYS, INVITATION_NOTE_MAX, type Invitation, type NewInvitation } from "../../../../contract/invitation.ts";
import { call } from "../../../api.ts";
import { formatDate } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../../ui/NotDone.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { ADMIN_KEY } from "../admin-queries.ts";
import { QuietRetry } from "../lists/ListFrame.tsx";

const INVITATIONS_KEY = [ADMIN_KEY, "invitations"];
const DAYS = [1, 7, INVITATION_DAYS.fallback, 30, INVITATION_DAYS.max] as const;

/** Links that each make one account. They are made and withdrawn at once, without a save of the settings. */
export function Invitations() {
  const { t } = useTranslation("admin");
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...INVITATIONS_KEY, page],
    queryFn: ({ signal }) => call(userCalls.listInvitations, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <FormGroup title={t("invitations.title")} lead={t("invitations.lead")}>
      <MakeInvitation />
      {query.error && <QuietRetry error={query.error} what={t("admin.notLoaded")} onRetry={() => void query.refetch()} />}
      {data && data.total > 0 && (
        <ul aria-label={t("invitations.title")} className="divide-y divide-base-300 border-y border-base-300">
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} />}
    </FormGroup>
  );
}

function MakeInvitation() {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const [note, setNote] = useState("");
  const [days, setDays] = useState<number>(INVITATION_DAYS.fallback);
  const make = useMutation({
    mutationFn: (body: { note: string; days: number }) => call(userCalls.createInvitation, { body }),
    onSuccess: () => {
      setNote("");
      return queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
    },
  });
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          fieldClass="min-w-48 flex-1"
          label={t("invitations.note")}
          value={note}
          maxLength={INVITATION_NOTE_MAX}
          onChange={(event) => setNote(event.target.value)}
          // The field is inside the settings form, which Enter must not submit.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            make.mutate({ note, days });
          }}
        />
        <select
          aria-label={t("invitations.days")}
          className="select w-auto"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {DAYS.map((value) => (
            <option key={value} value={value}>
              {t("invitations.daysOf", { count: value })}
            </option>
          ))}
        </select>
        <BusyButton className="btn-line" busy={make.isPending} onClick={() => make.mutate({ note, days })}>
          {t("invitations.make")}
        </BusyButton>
      </div>
      {make.error && <NotDone what={t("failed.link")} error={make.error} />}
      {make.data && <NewLink key={make.data.id} invitation={make.data} />}
    </div>
  );
}

/** The link, which is shown this one time. */
function NewLink({ invitation }: { invitation: NewInvitation }) {
  const { t } = useTranslation("admin");
  const link = invitation.link ?? `${location.origin}/signup?invitation=${invitation.token}`;
  const { box, state, copy } = useCopy(link);
  return (
    <Alert tone="success">
      <p>{t("invitations.once", { date: formatDate(invitation.expiresAt) })}</p>
      <textarea
        ref={box}
        readOnly
        rows={1}
        aria-label={t("invitations.link")}
        className="textarea mt-2 field-sizing-content min-h-10 resize-none font-mono text-sm break-all"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="btn btn-line btn-sm mt-2 max-sm:min-h-11" onClick={copy}>
        {state === "copied" ? t("invitations.copied") : t("invitations.copy")}
      </button>
    </Alert>
  );
}

function InvitationRow({ invitation: { id, note, expiresAt, usedAt, username, createdAt } }: { invitation: Invitation }) {
  const { t } = useTranslation("admin");
  const queryClient = useQueryClient();
  const isOver = Date.parse(expiresAt) <= Date.now();
  const remove = useMutation({
    mutationFn: () => call(userCalls.deleteInvitation, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY }),
  });
  const name = note || t("invitations.unnamed", { date: formatDate(createdAt) });
  const state = () => {
    if (usedAt !== null) return t("invitations.used", { name: username || t("payments.gone"), date: formatDate(usedAt) });
    return t(isOver ? "invitations.expired" : "invitations.open", { date: formatDate(expiresAt) });
  };
  return (
    <li className="flex min-h-12 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        <p className="text-sm text-quiet">{state()}</p>
      </div>
      {remove.error && <QuietRetry error={remove.error} what={t("failed.invitation")} onRetry={() => remove.mutate()} />}
      {usedAt === null && (
        <BusyButton
          className="btn-line btn-sm max-sm:min-h-11"
          busy={remove.isPending}
          aria-label={t("invitations.deleteOf", { name })}
          onClick={() => remove.mutate()}
        >
          {t("admin.delete")}
        </BusyButton>
      )}
    </li>
  );
}
