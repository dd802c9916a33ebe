import { useMutation } from "@tanstack/react-query";
import { Ban, CirclePlay, Eye, KeyRound, LogOut, Pencil, ReceiptText, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";
import type { Call } from "../../../../contract/calls/call.ts";
import { conversationCalls } from "../../../../contract/calls/conversations.ts";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { userCalls } from "../../../../contract/calls/users.ts";
import { FREE_PLAN_ID, FREE_PLAN_NAME } from "../../../../contract/plan.ts";
import type { AdminUser } from "../../../../contract/user.ts";
import { call } from "../../../api.ts";
import { startView } from "../../../session.ts";
import { formatDate, formatNumber, planNameOf } from "../../../text/format.ts";
import { useMayOperate } from "../../../use-may-operate.ts";
import { Cell, Chip, Row } from "../lists/DataTable.tsx";
import { QuietRetry } from "../lists/ListFrame.tsx";
import { Named } from "../lists/Named.tsx";
import { type RowAction, RowActions } from "../lists/RowActions.tsx";
import { useCards } from "../lists/use-cards.ts";

interface UserRowProps {
  user: AdminUser;
  since: string;
  onEdit: () => void;
  /** Makes a link with which the owner chooses a new password. */
  onLink: () => void;
  onSignOut: () => void;
  onDelete: () => void;
  onChanged: () => void;
}

/** One account. The row shows only stored values, so a change that failed is not shown. */
export function UserRow({ user, since, onEdit, onLink, onSignOut, onDelete, onChanged }: UserRowProps) {
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
  const may = useMayOperate();
  const areCards = useCards();
  const navigate = useNavigate();
  const payments = `/awc?tab=payments&q=${encodeURIComponent(user.username)}`;
  // Each with the call that it makes: staff have those that their role allows.
  const all: (RowAction & { needs: Pick<Call, "staff"> })[] = [
    { needs: userCalls.updateUser, label: t("admin.edit"), icon: Pencil, onClick: onEdit },
    { needs: userCalls.viewUser, label: t("users.view"), icon: Eye, onClick: () => view.mutate(), isBusy: view.isPending },
    { needs: userCalls.createResetLink, label: t("resetLink.title"), icon: KeyRound, onClick: onLink, isLong: true },
    { needs: userCalls.signOutUser, label: t("users.signOut"), icon: LogOut, onClick: onSignOut, isLong: true },
    { needs: paymentAdminCalls.listPayments, label: t("users.payments"), icon: ReceiptText, onClick: () => void navigate(payments) },
    {
      needs: userCalls.suspendUser,
      label: isSuspended ? t("users.unsuspend") : t("users.suspend"),
      icon: isSuspended ? CirclePlay : Ban,
      isSetApart: true,
      onClick: () => toggle.mutate(),
      isBusy: toggle.isPending,
    },
    { needs: userCalls.deleteUser, label: t("admin.delete"), icon: Trash2, onClick: onDelete, isDanger: true },
  ];
  const actions = all.filter(({ needs }) => may(needs) && (isOwner || needs === userCalls.updateUser));
  return (
    <Row>
      <Cell card="title" isFlexible>
        <span className="flex items-center gap-x-2 gap-y-1 max-md:flex-wrap">
          <Named name={user.username} id={user.id} isStrong />
          {isSuspended && <Chip isLoud>{t("users.suspended")}</Chip>}
        </span>
      </Cell>
      <Cell isFlexible>
        <span className={`block truncate ${user.email === null ? "text-quiet" : ""}`} title={user.email ?? undefined}>
          {user.email ?? t(areCards ? "users.noEmailOnCard" : "users.noEmail")}
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
        {may(conversationCalls.searchArchive) ? (
          <Link
            to={`/awc?tab=messages&id=${encodeURIComponent(user.id)}`}
            className="link-plain font-medium"
            aria-label={t("users.readMessages", { username: user.username, messagesThisMonth: formatNumber(user.messagesThisMonth) })}
          >
            {formatNumber(user.messagesThisMonth)}
          </Link>
        ) : (
          formatNumber(user.messagesThisMonth)
        )}
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
