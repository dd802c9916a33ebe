import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { userCalls } from "../../../../contract/calls/users.ts";
import { FREE_PLAN_NAME } from "../../../../contract/plan.ts";
import type { AdminUser } from "../../../../contract/user.ts";
import { call } from "../../../api.ts";
import { formatDate, formatNumber, planNameOf } from "../../../text/format.ts";
import { ActionsCell, Cell, Chip, RowButton } from "../lists/DataTable.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";

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
  const until = user.planValidUntil === null ? undefined : t("users.until", { date: formatDate(user.planValidUntil) });
  return (
    <tr>
      <Cell>
        <span className="inline-flex max-w-64 items-center gap-2">
          <span className="truncate font-semibold" title={user.username}>
            {user.username}
          </span>
          {isSuspended && <Chip isLoud>{t("users.suspended")}</Chip>}
        </span>
      </Cell>
      <Cell>
        <span className="block max-w-64 truncate" title={user.email ?? undefined}>
          {user.email ?? t("users.noEmail")}
        </span>
      </Cell>
      <Cell>
        <Chip title={until}>{planNameOf(user.planName || FREE_PLAN_NAME)}</Chip>
      </Cell>
      <Cell isNumber>{formatNumber(user.agents)}</Cell>
      <Cell isNumber>
        <Link
          to={`/awc?tab=messages&id=${encodeURIComponent(user.id)}`}
          className="link-plain"
          aria-label={t("users.readMessages", { username: user.username, messagesThisMonth: user.messagesThisMonth })}
        >
          {formatNumber(user.messagesThisMonth)}
        </Link>
      </Cell>
      <Cell isNumber>
        <span className="whitespace-nowrap">{since}</span>
      </Cell>
      <ActionsCell>
        {toggle.error && <QuietRetry error={toggle.error} what={t("admin.notDone")} onRetry={() => toggle.mutate()} />}
        <RowButton label={t("admin.edit")} of={user.username} onClick={onEdit} />
        {isOwner && (
          <>
            <RowButton
              label={isSuspended ? t("users.unsuspend") : t("users.suspend")}
              of={user.username}
              isBusy={toggle.isPending}
              onClick={() => toggle.mutate()}
            />
            <RowButton label={t("admin.delete")} of={user.username} onClick={onDelete} />
          </>
        )}
      </ActionsCell>
    </tr>
  );
}
