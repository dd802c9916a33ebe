/** A line of the audit log as a sentence, with the values that changed. */
import type { TFunction } from "i18next";
import { type AuditAction, type AuditRow, COMMAND_LINE_NAME } from "../../../../contract/audit.ts";
import { type Banner, bannerText } from "../../../../contract/banner.ts";
import { isStaffRole } from "../../../../contract/staff-role.ts";
import type { admin } from "../../../text/en/admin/admin.ts";
import { formatDate, formatNumber, formatPaid, planNameOf } from "../../../text/format.ts";
import { currentLanguage } from "../../../text/i18n.ts";

type T = TFunction<"admin">;
type Values = Readonly<Record<string, unknown>>;
/** The names of plans, by their ids. */
export type PlanNames = ReadonlyMap<number, string>;

/** The actions, and how their texts are named. */
const ACTIONS = {
  "user.create": "user.create",
  "user.update": "user.update",
  "user.view": "user.view",
  "user.suspend": "user.suspend",
  "user.unsuspend": "user.unsuspend",
  "user.delete": "user.delete",
  "user.restore": "user.restore",
  "user.failed_sign_ins": "user.guesses",
  "user.reset_link": "user.link",
  "user.reset_password": "user.reset",
  "user.change_email": "user.email",
  "user.change_password": "user.password",
  "user.add_factor": "user.addFactor",
  "user.remove_factor": "user.removeFactor",
  "user.new_recovery_codes": "user.newCodes",
  "user.use_recovery_code": "user.useCode",
  "user.lift_factors": "user.liftFactors",
  "user.member_invite": "member.invite",
  "user.member_withdraw": "member.withdraw",
  "user.member_join": "member.join",
  "user.member_role": "member.role",
  "user.member_remove": "member.remove",
  "user.member_leave": "member.leave",
  "user.sign_out": "user.signOut",
  "person.suspend": "person.suspend",
  "person.unsuspend": "person.unsuspend",
  "person.delete": "person.delete",
  "staff.invite": "staff.invite",
  "staff.withdraw": "staff.withdraw",
  "staff.join": "staff.join",
  "staff.role": "staff.role",
  "staff.remove": "staff.remove",
  "user.business_make": "business.make",
  "user.business_rename": "business.rename",
  "user.rename": "user.rename",
  "user.handover": "business.offer",
  "user.handover_withdraw": "business.withdraw",
  "user.handed_over": "business.over",
  "plan.create": "plan.create",
  "plan.update": "plan.update",
  "plan.delete": "plan.delete",
  "payment.record": "payment.record",
  "payment.activate": "payment.activate",
  "payment.update": "payment.update",
  "payment.unflag": "payment.unflag",
  "payment.delete": "payment.delete",
  "settings.update": "settings.update",
  "backup.key_show": "backup.keyShow",
  "backup.key_confirm": "backup.keyConfirm",
  "backup.download": "backup.download",
  "conversation.delete": "conversation.delete",
  "visitor.erase": "visitor.erase",
  "user.retention": "user.retention",
  "agent.delete": "agent.delete",
  "agent.restore": "agent.restore",
  "agent.identify_secret": "agent.secret",
  "agent.delete_history": "agent.history",
  "billing.update": "billing.update",
  "invitation.create": "invitation.create",
  "invitation.delete": "invitation.delete",
  "model.pull": "model.pull",
  "model.remove": "model.remove",
  "admin.create": "admin.create",
  "admin.reset_password": "admin.password",
  "clock.confirm": "clock.confirm",
} as const satisfies Record<AuditAction, string>;
type Known = (typeof ACTIONS)[keyof typeof ACTIONS];

const isKnown = (action: string): action is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, action);
const knownOf = (action: string): Known | null => (isKnown(action) ? ACTIONS[action] : null);

/** What the filter calls an action. A newer version may have written one that is not known here. */
export function actionName(t: T, action: string): string {
  const known = knownOf(action);
  return known ? t(`audit.kind.${known}`) : action;
}

/** Who did it: a person's name, or one of the two that are no persons. */
export function actorName(t: T, actor: string): string {
  if (actor === COMMAND_LINE_NAME) return t("audit.commandLine");
  return actor === "server" ? t("audit.server") : actor;
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** What happened, in one sentence. */
export function auditSentence(t: T, row: AuditRow, plans: PlanNames): string {
  const known = knownOf(row.action);
  if (!known) return `${row.action} ${row.subject}`;
  const [before, after] = [row.before ?? {}, row.after ?? {}];
  if (known === "user.update" && isOnlyPlan(before, after)) {
    const name = (values: Values) => planName(t, values.planId, plans);
    return t("audit.did.user.plan", { name: accountName(t, row), before: name(before), after: name(after) });
  }
  const words = wordsOf(t, known, row, plans);
  if (isOfOwner(known) && textOf({ ...before, ...after }.user) !== "") return t(`audit.did.${known}.of`, words);
  return t(`audit.did.${known}`, words);
}

/** Actions whose lines name an owner besides what was changed. Lines of earlier versions have no name. */
const OF_OWNER = [
  "payment.activate",
  "payment.update",
  "payment.unflag",
  "payment.delete",
  "conversation.delete",
  "visitor.erase",
] as const;
const isOfOwner = (action: Known): action is (typeof OF_OWNER)[number] => OF_OWNER.some((one) => one === action);

const isOnlyPlan = (before: Values, after: Values) =>
  changedNames(before, after).every((name) => name === "planId" || name === "planValidUntil") && before.planId !== after.planId;

function accountName(t: T, { subjectName, before, after }: AuditRow): string {
  return subjectName || textOf(after?.username) || textOf(before?.username) || t("payments.gone");
}

function planName(t: T, id: unknown, plans: PlanNames): string {
  const name = typeof id === "number" ? plans.get(id) : undefined;
  return name === undefined ? t("audit.plan", { id: textOf(id) }) : planNameOf(name);
}

/** Whom or what an action is about. */
function subjectOf(t: T, action: Known, row: AuditRow): string {
  const values: Values = { ...row.before, ...row.after };
  const isOf = (...starts: string[]) => starts.some((start) => action.startsWith(start));
  if (action === "staff.invite" || action === "staff.withdraw") return textOf(values.email) || t("audit.aLink");
  if (isOf("business.")) return textOf(values.name) || accountName(t, row);
  if (isOf("user.", "person.", "member.", "admin.", "billing.", "staff.")) return accountName(t, row);
  return planNameOf(textOf(values.user ?? values.name ?? values.note) || NONE);
}

/** What the sentences name; each uses some of it. */
function wordsOf(t: T, action: Known, row: AuditRow, plans: PlanNames) {
  const values: Values = { ...row.before, ...row.after };
  return {
    name: subjectOf(t, action, row),
    amount: typeof values.amount === "number" ? formatPaid(values.amount) : "",
    plan: planName(t, values.plan ?? values.planId, plans),
    model: row.subject,
    attempts: textOf(values.attempts),
    count: Number(values.messageCount ?? values.messages ?? values.addresses ?? values.days ?? 0),
  };
}

/** The values that the sentence does not tell: what changed, each with its name. */
export function auditChanges(t: T, row: AuditRow, plans: PlanNames): { name: string; before: string | null; after: string | null }[] {
  const [before, after] = [row.before ?? {}, row.after ?? {}];
  if (!DETAILED.has(row.action) || (row.action === "user.update" && isOnlyPlan(before, after))) return [];
  const show = (values: Values, name: string) => (name in values ? valueText(t, name, values[name], plans) : null);
  const changes = changedNames(before, after).map((name) => ({
    name: fieldName(t, name),
    before: show(before, name),
    after: show(after, name),
  }));
  // What a new thing does not have is no change.
  return changes.filter((change) => change.before !== null || change.after !== NONE);
}

const DETAILED: ReadonlySet<string> = new Set([
  "user.update",
  "user.rename",
  "user.business_rename",
  "staff.invite",
  "staff.join",
  "staff.role",
  "plan.create",
  "plan.update",
  "payment.update",
  "payment.unflag",
  "settings.update",
]);

function changedNames(before: Values, after: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

const NONE = "–";

function valueText(t: T, name: string, value: unknown, plans: PlanNames): string {
  if (value === undefined || value === null || value === "") return NONE;
  if (typeof value === "boolean") return t(value ? "audit.on" : "audit.off");
  if (name === "role" && isStaffRole(value)) return t(`audit.role.${value}`);
  if (name === "planId" || name === "plan") return planName(t, value, plans);
  if (typeof value === "number" && name.endsWith("Sen")) return formatPaid(value);
  if (typeof value === "string" && (name === "planValidUntil" || name === "endsAt")) return formatDate(value);
  if (name === "banner") return bannerText(value as Banner, currentLanguage()) || NONE;
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The name of a field: the label that the forms give it, or else the name that the server sends. */
function fieldName(t: T, name: string): string {
  const [group, member] = name.split(".");
  if (group === "modelKeys" && member !== undefined) return t("failover.keyOf", { provider: member });
  return isNamed(name) ? t(FIELD_NAMES[name]) : name;
}

const FIELD_NAMES = {
  username: "users.username",
  role: "audit.role",
  email: "users.email",
  planId: "users.plan",
  planValidUntil: "audit.validUntil",
  newCredentials: "audit.newPassword",
  name: "adminPlans.name",
  priceSen: "adminPlans.price",
  msgLimit: "adminPlans.messageLimit",
  chatLimit: "adminPlans.chatLimit",
  knowledgeWordLimit: "adminPlans.wordLimit",
  addKnowledgeLimit: "adminPlans.addLimit",
  sourceLimit: "adminPlans.sourceLimit",
  pageLimit: "adminPlans.pageLimit",
  totalWordLimit: "adminPlans.totalWordLimit",
  memberLimit: "adminPlans.memberLimit",
  validityMonths: "adminPlans.validityField",
  discountPercentage: "adminPlans.discountField",
  isOffered: "adminPlans.onSale",
  status: "payments.status",
  aiModel: "settings.model",
  failover: "failover.order",
  rmPerUsd: "costs.rate",
  "budgets.boxSen": "costs.boxBudget",
  "budgets.ownerSen": "costs.ownerBudget",
  "timeouts.firstTokenMs": "audit.firstTokenMs",
  "timeouts.betweenTokensMs": "audit.betweenTokensMs",
  "timeouts.totalMs": "audit.totalMs",
  "timeouts.ollamaFirstTokenMs": "audit.ollamaFirstTokenMs",
  signUpsOpen: "limits.signUpsOpen",
  signUpsByInvitation: "signups.mode.invited",
  billplzApiKey: "settings.billplzApiKey",
  billplzCollectionId: "settings.billplzCollectionId",
  billplzXSignatureKey: "settings.billplzXSignatureKey",
  billplzSandbox: "settings.sandbox",
  productName: "appearance.productName",
  brandLogo: "appearance.logo",
  brandLogoDark: "appearance.logoDark",
  brandIcon: "appearance.icon",
  brandColour: "appearance.colour",
  brandColourDark: "appearance.colourDark",
  termsUrl: "appearance.terms",
  privacyUrl: "appearance.privacy",
  imprintUrl: "appearance.imprint",
  poweredByText: "appearance.poweredBy",
  poweredByUrl: "appearance.poweredByUrl",
  operatorName: "settings.operatorName",
  operatorAddress: "settings.operatorAddress",
  operatorContact: "mail.contact",
  smtpHost: "mail.host",
  smtpPort: "mail.port",
  smtpSecurity: "mail.security",
  smtpUser: "mail.user",
  smtpPassword: "mail.password",
  mailFrom: "mail.from",
  verifyEmail: "mail.verify",
  requireFactor: "secondFactor.owners",
  requireAdminFactor: "secondFactor.administrator",
  retentionDays: "data.days",
  banner: "banner.title",
  allowSums: "settings.allowSums",
  dailyBackups: "backups.daily",
  wrongAnswers: "settings.wrongAnswers",
  searchByMeaning: "meaning.title",
  budgetDeclined: "audit.budgetDeclined",
  "limits.messagesOfConversation": "limits.messagesOfConversation",
  "limits.messagesOfAddress": "limits.messagesOfAddress",
  "limits.messagesOfAgent": "limits.messagesOfAgent",
  "limits.messagesOfAccount": "limits.messagesOfAccount",
  "limits.connectionsOfAddress": "limits.connectionsOfAddress",
  "limits.socketsOfAddress": "limits.socketsOfAddress",
  "limits.modelCallsOfAddress": "limits.modelCallsOfAddress",
  "limits.refusedStored": "limits.refusedStored",
  "limits.vendorPlaces": "limits.vendorPlaces",
  "limits.ollamaPlaces": "limits.ollamaPlaces",
  "limits.vendorWaiting": "limits.vendorWaiting",
  "limits.accountWaiting": "limits.accountWaiting",
  "limits.signUps": "limits.signUps",
  "limits.signUpsOfAddress": "limits.signUpsOfAddress",
  "limits.freeBusinesses": "limits.freeBusinesses",
  "limits.previews": "limits.previews",
  "limits.freePreviews": "limits.freePreviews",
  "limits.demoModelCalls": "limits.demoModelCalls",
} as const satisfies Record<string, keyof typeof admin>;
const isNamed = (name: string): name is keyof typeof FIELD_NAMES => Object.hasOwn(FIELD_NAMES, name);
