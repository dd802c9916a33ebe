/** A line of the log of a business, or of a person's own login, as a sentence. */
import type { TFunction } from "i18next";
import { COMMAND_LINE_NAME } from "../../../contract/audit.ts";
import { HANDOVER_ENDS, isMemberRole } from "../../../contract/member.ts";
import type { AccountLogEntry } from "../../../contract/user.ts";

type T = TFunction<"accountLog">;

/** A line that an owner reads about the business, or a person about the own login. */
export function logSentence(t: T, { actor: name, action, before, after }: AccountLogEntry): string {
  const actor = name === COMMAND_LINE_NAME ? t("log.operator") : name;
  switch (action) {
    case "user.view":
    case "user.create":
    case "user.suspend":
    case "user.unsuspend":
    case "user.delete":
    case "user.restore":
    case "user.reset_link":
    case "user.reset_password":
    case "user.change_email":
    case "user.change_password":
    case "user.add_factor":
    case "user.remove_factor":
    case "user.new_recovery_codes":
    case "user.use_recovery_code":
    case "user.lift_factors":
    case "user.sign_out":
    case "person.suspend":
    case "person.unsuspend":
    case "staff.join":
    case "staff.role":
    case "staff.remove":
    case "user.retention":
    case "user.business_make":
      return t(`log.${action}`, { actor });
    case "conversation.delete":
    case "visitor.erase":
    case "billing.update":
      return t(`log.${action}`, { actor });
    case "agent.delete":
    case "agent.restore":
    case "agent.identify_secret":
    case "agent.delete_history":
      return t(`log.${action}`, { actor, name: String(before?.name ?? "") });
    case "user.business_rename":
    case "user.rename":
      return t(`log.${action}`, { actor, before: nameIn(before), after: nameIn(after) });
    case "user.failed_sign_ins":
      return t("log.user.guesses", { attempts: Number(after?.attempts ?? 0) });
    case "user.member_invite":
    case "user.member_withdraw":
    case "user.member_join":
    case "user.member_role":
    case "user.member_remove":
    case "user.member_leave":
      return memberSentence(t, action, actor, { ...before, ...after });
    case "user.handover":
      return t("log.user.handover", { actor, who: String(after?.email || t("log.aLink")) });
    case "user.handover_withdraw":
      return t("log.user.handover_withdraw", { actor, who: String(before?.email || t("log.aLink")) });
    case "user.handed_over":
      return t("log.user.handed_over", { actor, ...endOf(t, after ?? {}) });
    default:
      return t("log.user.update", { actor, changes: changesOf(t, before ?? {}, after ?? {}) });
  }
}

/** The name of a business, which may have had none, or of a person. */
const nameIn = (values: AccountLogEntry["before"]) => String(values?.name || values?.username || "–");

/** Who has handed the business over, and what became of that person. */
function endOf(t: T, after: Record<string, unknown>): { who: string; end: string } {
  const who = String(after.username ?? "");
  const end = HANDOVER_ENDS.find((one) => one === after.handover);
  return { who, end: end ? t(`log.end.${end}`, { who }) : "" };
}

type MemberAction = "invite" | "withdraw" | "join" | "role" | "remove" | "leave";

/** What a member did about members. An invitation without an address is a link. */
function memberSentence(t: T, action: `user.member_${MemberAction}`, actor: string, values: Record<string, unknown>): string {
  const role = isMemberRole(values.role) ? t(`log.role.${values.role}`) : "";
  const who = String(values.username || values.email || t("log.aLink"));
  return t(`log.${action}`, { actor, who, role });
}

const CHANGES = {
  username: "log.change.username",
  email: "log.change.email",
  planId: "log.change.plan",
  newCredentials: "log.change.password",
} as const;

/** What was changed, by name. */
function changesOf(t: T, before: Record<string, unknown>, after: Record<string, unknown>): string {
  const changed = Object.entries(CHANGES).filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return changed.length === 0 ? t("log.change.other") : changed.map(([, key]) => t(key)).join(", ");
}
