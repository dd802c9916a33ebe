import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { QueryOf } from "../../../../contract/calls/call.ts";
import { userCalls } from "../../../../contract/calls/users.ts";
import { type AdminUser, SORT_ORDERS, USER_SEARCH_MAX, USER_SORTS, USER_STATUSES } from "../../../../contract/user.ts";
import { addressOf, call } from "../../../api.ts";
import { formatDate, planNameOf } from "../../../text/format.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { useMayOperate } from "../../../use-may-operate.ts";
import { adminPlansQuery, usersQuery } from "../admin-queries.ts";
import { ConfirmDialog } from "../lists/ConfirmDialog.tsx";
import { DataTable } from "../lists/DataTable.tsx";
import { ExportButton } from "../lists/ExportButton.tsx";
import { ListFrame } from "../lists/ListFrame.tsx";
import { DayRange, Narrow, SearchBox, SelectBox } from "../lists/Narrow.tsx";
import { readDay, useAdminAddress } from "../lists/use-admin-address.ts";
import { useRefresh } from "../lists/use-refresh.ts";
import { useRowDialogs } from "../lists/use-row-dialogs.ts";
import { People, PeopleHint } from "./People.tsx";
import { ResetLinkDialog } from "./ResetLinkDialog.tsx";
import { SignOutDialog } from "./SignOutDialog.tsx";
import { UserDialog } from "./UserDialog.tsx";
import { UserRow } from "./UserRow.tsx";

/** Returns the text if it is one of the allowed words, otherwise the first word. */
const oneOf = <Word extends string>(words: readonly Word[], text: string) => words.find((word) => word === text);

function viewOf(page: number, read: (name: string) => string) {
  const sort = oneOf(USER_SORTS, read("sort")) ?? "created";
  return {
    page,
    q: read("q").slice(0, USER_SEARCH_MAX),
    sort,
    order: oneOf(SORT_ORDERS, read("order")) ?? (sort === "created" ? "desc" : "asc"),
    plan: /^\d{1,9}$/.test(read("plan")) ? read("plan") : "",
    status: oneOf(USER_STATUSES, read("status")) ?? "",
    from: readDay(read("from")),
    to: readDay(read("to")),
  } satisfies QueryOf<typeof userCalls.listUsers>;
}

/** The value of the filter that shows people without a business instead of accounts. */
const ALONE = "alone";

/** All accounts, or the people who are the contact of none. */
export function Users() {
  const { read } = useAdminAddress();
  const may = useMayOperate();
  return read("status") === ALONE && may(userCalls.listPeople) ? <People onStatus={ALONE} /> : <Accounts />;
}

function Accounts() {
  const { t } = useTranslation("admin");
  const { page, read, narrow, turnTo, show } = useAdminAddress();
  const view = viewOf(page, read);
  const isNarrowed = view.q + view.plan + view.status + view.from + view.to !== "";
  const query = useQuery(usersQuery(view));
  const plans = useQuery(adminPlansQuery());
  const refresh = useRefresh();
  const { edited, doomed, edit, askToDelete, close, done } = useRowDialogs<AdminUser, "new">(refresh);
  const undo = useUndo(refresh);
  const may = useMayOperate();
  const [leaving, setLeaving] = useState<AdminUser | null>(null);
  const [linked, setLinked] = useState<AdminUser | null>(null);
  const columns = [
    { label: t("users.username"), sort: "username" },
    { label: t("users.email"), sort: "email" },
    { label: t("users.plan"), sort: "plan" },
    { label: t("users.agents"), isNumber: true },
    { label: t("users.messages"), isNumber: true },
    { label: t("users.since"), sort: "created", isNumber: true },
    { label: t("admin.actions"), isNumber: true },
  ];
  return (
    <>
      <Narrow
        search={<SearchBox label={t("users.search")} value={view.q} maxLength={USER_SEARCH_MAX} onSearch={(q) => narrow({ q })} />}
        active={[view.plan, view.status, view.from + view.to].filter(Boolean).length}
        actions={
          <>
            {may(userCalls.exportUsers) && (
              <ExportButton
                path={addressOf(userCalls.exportUsers, {
                  query: { q: view.q, plan: view.plan, status: view.status, from: view.from, to: view.to },
                })}
              />
            )}
            {may(userCalls.createUser) && (
              <button type="button" className="btn btn-primary" onClick={() => edit("new")}>
                <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
                {t("users.add")}
              </button>
            )}
          </>
        }
      >
        <SelectBox
          label={t("users.planFilter")}
          value={view.plan}
          options={[
            { value: "", label: t("users.anyPlan") },
            ...(plans.data ?? []).map((plan) => ({ value: String(plan.id), label: planNameOf(plan.planName) })),
          ]}
          onChange={(plan) => narrow({ plan })}
        />
        <SelectBox
          label={t("users.statusFilter")}
          value={view.status}
          options={[
            { value: "", label: t("users.anyStatus") },
            { value: "active", label: t("users.active") },
            { value: "suspended", label: t("users.suspended") },
            ...(may(userCalls.listPeople) ? [{ value: ALONE, label: t("people.alone") }] : []),
          ]}
          onChange={(status) => narrow({ status })}
        />
        <DayRange from={view.from} to={view.to} onChange={narrow} />
      </Narrow>
      <ListFrame
        query={query}
        page={page}
        onPage={turnTo}
        count={(count, number) => t("users.rows", { count, number })}
        empty={t("users.noneFound")}
        onClear={isNarrowed ? () => show({}) : undefined}
        note={view.q !== "" && may(userCalls.listPeople) && <PeopleHint q={view.q} onShow={() => show({ q: view.q, status: ALONE })} />}
      >
        {(data) => (
          <DataTable
            label={t("admin.tab.users")}
            columns={columns}
            sorting={{ by: view.sort, order: view.order === "asc" ? "asc" : "desc", onSort: (sort, order) => narrow({ sort, order }) }}
            isStale={query.isPlaceholderData}
          >
            {data.users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                since={formatDate(user.createdAt)}
                onEdit={() => edit(user)}
                onLink={() => setLinked(user)}
                onSignOut={() => setLeaving(user)}
                onDelete={() => askToDelete(user)}
                onChanged={refresh}
              />
            ))}
          </DataTable>
        )}
      </ListFrame>
      {leaving && (
        <SignOutDialog
          username={leaving.username}
          act={() => call(userCalls.signOutPerson, { params: { id: leaving.contactId } })}
          onClose={() => setLeaving(null)}
        />
      )}
      {linked && (
        <ResetLinkDialog
          user={linked}
          make={() => call(userCalls.createPersonLink, { params: { id: linked.contactId } })}
          onClose={() => setLinked(null)}
        />
      )}
      {edited && (
        <UserDialog
          user={edited === "new" ? null : edited}
          plans={plans.data ?? []}
          onSaved={done}
          onStale={refresh}
          onLink={(user) => {
            close();
            setLinked(user);
          }}
          onClose={close}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={t("users.deleteTitle")}
          confirm={t("admin.delete")}
          act={() => call(userCalls.deleteUser, { params: { id: doomed.id } })}
          onDone={() => {
            done();
            undo(doomed);
          }}
          onClose={close}
        >
          <p>{t("users.deleteText", { username: doomed.username, count: doomed.agents })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Shows that a user was deleted, and offers Undo for as long as the server can restore the account. */
function useUndo(refresh: () => void): (user: AdminUser) => void {
  const { t } = useTranslation("admin");
  const showToast = useToast();
  return ({ id, username }) => {
    const restore = async () => {
      try {
        await call(userCalls.restoreUser, { params: { id } });
        showToast({ text: t("users.restored", { username }) });
      } catch (error) {
        console.error("admin:", error);
        showToast({ text: t("users.restoreFailed", { username }), tone: "error" });
      }
      refresh();
    };
    showToast({ text: t("users.deleted", { username }), action: { label: t("undo"), run: () => void restore() } });
  };
}
