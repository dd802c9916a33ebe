import { useQuery } from "@tanstack/react-query";
import { KeyRound, LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userCalls } from "../../../../contract/calls/users.ts";
import { type PersonAlone, USER_SEARCH_MAX } from "../../../../contract/user.ts";
import { call } from "../../../api.ts";
import { formatDate, formatNumber } from "../../../text/format.ts";
import { peopleQuery } from "../admin-queries.ts";
import { Cell, Chip, DataTable, Row } from "../lists/DataTable.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { Narrow, SearchBox, SelectBox } from "../lists/Narrow.tsx";
import { RowActions } from "../lists/RowActions.tsx";
import { useAdminAddress } from "../lists/use-admin-address.ts";
import { useCards } from "../lists/use-cards.ts";
import { ResetLinkDialog } from "./ResetLinkDialog.tsx";
import { SignOutDialog } from "./SignOutDialog.tsx";

/** Below a search of accounts: how many people without a business it finds as well. */
export function PeopleHint({ q, onShow }: { q: string; onShow: () => void }) {
  const { t } = useTranslation("admin");
  const { data } = useQuery(peopleQuery({ page: 1, limit: 1, q }));
  if (!data || data.total === 0) return null;
  return (
    <button type="button" className="link-plain cursor-pointer" onClick={onShow}>
      {t("people.hint", { count: data.total, number: formatNumber(data.total) })}
    </button>
  );
}

/** People who are the contact of no business: members of others', and those who have left every business. `onStatus`: the filter's value. */
export function People({ onStatus }: { onStatus: string }) {
  const { t } = useTranslation("admin");
  const { page, read, narrow, turnTo, show } = useAdminAddress();
  const q = read("q").slice(0, USER_SEARCH_MAX);
  const query = useQuery(peopleQuery({ page, q }));
  const [linked, setLinked] = useState<PersonAlone | null>(null);
  const [leaving, setLeaving] = useState<PersonAlone | null>(null);
  const columns = [
    { label: t("users.username") },
    { label: t("users.email") },
    { label: t("people.businesses"), isNumber: true },
    { label: t("users.since"), isNumber: true },
    { label: t("admin.actions"), isNumber: true },
  ];
  return (
    <>
      <Narrow
        search={<SearchBox label={t("users.search")} value={q} maxLength={USER_SEARCH_MAX} onSearch={(text) => narrow({ q: text })} />}
        active={1}
        actions={null}
      >
        <SelectBox
          label={t("users.statusFilter")}
          value={onStatus}
          options={[
            { value: "", label: t("users.anyStatus") },
            { value: "active", label: t("users.active") },
            { value: "suspended", label: t("users.suspended") },
            { value: onStatus, label: t("people.alone") },
          ]}
          onChange={(status) => show({ q, status })}
        />
      </Narrow>
      <ListFrame
        query={query}
        page={page}
        onPage={turnTo}
        count={(count, number) => t("people.rows", { count, number })}
        empty={t("people.none")}
        onClear={() => show(q === "" ? {} : { status: onStatus })}
      >
        {(data) => (
          <DataTable label={t("people.alone")} columns={columns} isStale={query.isPlaceholderData}>
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} onLink={() => setLinked(person)} onSignOut={() => setLeaving(person)} />
            ))}
          </DataTable>
        )}
      </ListFrame>
      {linked && (
        <ResetLinkDialog
          user={{ ...linked, displayName: linked.username }}
          make={() => call(userCalls.createPersonLink, { params: { id: linked.id } })}
          onClose={() => setLinked(null)}
        />
      )}
      {leaving && (
        <SignOutDialog
          username={leaving.username}
          act={() => call(userCalls.signOutPerson, { params: { id: leaving.id } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

interface PersonRowProps {
  person: PersonAlone;
  onLink: () => void;
  onSignOut: () => void;
}

function PersonRow({ person: { id, username, email, businesses, suspendedAt, createdAt }, onLink, onSignOut }: PersonRowProps) {
  const { t } = useTranslation("admin");
  const areCards = useCards();
  return (
    <Row>
      <Cell card="title" isFlexible>
        <span className="flex items-center gap-2">
          <Named name={username} id={id} isStrong />
          {suspendedAt !== null && <Chip isLoud>{t("users.suspended")}</Chip>}
        </span>
      </Cell>
      <Cell isFlexible>
        <span className={`block truncate ${email === null ? "text-quiet" : ""}`} title={email ?? undefined}>
          {email ?? t(areCards ? "users.noEmailOnCard" : "users.noEmail")}
        </span>
      </Cell>
      <Cell isNumber label={t("people.businesses")}>
        {formatNumber(businesses)}
      </Cell>
      <Cell isNumber label={t("users.since")}>
        <span className="whitespace-nowrap">{formatDate(createdAt)}</span>
      </Cell>
      <RowActions
        of={username}
        actions={[
          { label: t("resetLink.title"), icon: KeyRound, onClick: onLink },
          { label: t("users.signOut"), icon: LogOut, onClick: onSignOut },
        ]}
      />
    </Row>
  );
}
