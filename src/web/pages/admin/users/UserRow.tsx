import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { userCalls } from "../../../../contract/calls/users.ts";
import { FREE_PLAN_ID, FREE_PLAN_NAME } from "../../../../contract/plan.ts";
import type { AdminUser } from "../../../../contract/user.ts";
import { call } from "../../../api.ts";
import { startView } from "../../../session.ts";
import { formatDate, formatNumber, planNameOf } from "../../../text/format.ts";
import { Cell, Chip, Row } from "../lists/DataTable.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { type RowAction, RowActions } from "../lists/RowActions.tsx";

interface UserRowProps {
  user: AdminUser;
  since: string;
  onEdit: () => void;
  onDelete: () => void;
  onChanged: () => void;
}

/** One account. The row shows only stored values, so a change that failed is not shown. */
export function UserRow({ user, since, onEdit, onDelete, onChanged }: UserRowProps) {
  const { t } = useTranslation("admin");
  const isSuspended = user.suspendedAt !== null;
  const isOwner = user.role === "owner";
  const toggle = useMutation({
    mutationFn: () => call(isSuspended ? userCalls.unsuspendUser : userCalls.suspendUser, { params: { id: user.id } }),
    onSuccess: onChanged,
  });
  const view = useMutation({
    mutationFn: () => call(userCalls.viewUser, { params: { id: user.id } }),
    // The guard then leads to the owner's dashboard.
    onSuccess: startView,
  });
  const failed = toggle.error ? toggle : view.error ? view : null;
  const planName = planNameOf(user.planName || FREE_PLAN_NAME);
  const until = user.planValidUntil === null ? undefined : t("users.until", { date: formatDate(user.planValidUntil) });
  const actions: RowAction[] = [{ label: t("admin.edit"), onClick: onEdit }];
  if (isOwner) {
    actions.push(
      { label: t("users.view"), onClick: () => view.mutate(), isBusy: view.isPending },
      { label: isSuspended ? t("users.unsuspend") : t("users.suspend"), onClick: () => toggle.mutate(), isBusy: toggle.isPending },
      { label: t("admin.delete"), onClick: onDelete, isDanger: true },
    );
  }
  return (
    <Row>
      <Cell card="title" isFlexible>
        <span className="flex items-center gap-2">
          <Named name={user.username} id={user.id} isStrong />
          {isSuspended && <Chip isLoud>{t("users.suspended")}</Chip>}
        </span>
      </Cell>
      <Cell isFlexible>
        <span className="block truncate" title={user.email ?? undefined}>
          {user.email ?? t("users.noEmail")}
        </span>
      </Cell>
      <Cell card="aside">
        {user.planId === FREE_PLAN_ID ? (
          <span className="text-quiet">{planName}</span>
        ) : (
          <Chip title={until ? `${planName}, ${until}` : planName}>
            <span className="block max-w-36 overflow-clip text-ellipsis">{planName}</span>
          </Chip>
        )}
      </Cell>
      <Cell isNumber label={t("users.agents")}>
        {formatNumber(user.agents)}
      </Cell>
      <Cell isNumber label={t("users.messages")}>
        <Link
          to={`/awc?tab=messages&id=${encodeURIComponent(user.id)}`}
          className="link-plain font-medium"
          aria-label={t("users.readMessages", { username: user.username, messagesThisMonth: formatNumber(user.messagesThisMonth) })}
        >
          {formatNumber(user.messagesThisMonth)}
        </Link>
      </Cell>
      <Cell isNumber label={t("users.since")}>
        <span className="whitespace-nowrap">{since}</span>
      </Cell>
      <RowActions of={user.username} actions={actions}>
        {failed && (
          <QuietRetry error={failed.error} what={t(toggle.error ? "failed.account" : "failed.view")} onRetry={() => failed.mutate()} />
        )}
      </RowActions>
    </Row>
  );
}
