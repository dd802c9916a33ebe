import { expect, test } from "bun:test";
import i18next from "i18next";
import { AUDIT_ACTIONS, type AuditRow } from "../../../../contract/audit.ts";
import { LANGUAGES } from "../../../../contract/language.ts";
import { admin } from "../../../text/en/admin/admin.ts";
import { FOLDERS } from "../../../text/folders.ts";
import { actionName, auditChanges, auditSentence } from "./audit-text.ts";

await i18next.init({
  lng: "en",
  keySeparator: false,
  nsSeparator: false,
  resources: { en: { admin } },
  interpolation: { escapeValue: false },
});
const t = i18next.getFixedT("en", "admin");
const plans = new Map([
  [1, "Starter"],
  [3, "Pro"],
]);
const row = (action: string, more: Partial<AuditRow> = {}): AuditRow => ({
  id: "1",
  at: "2026-11-21T10:00:00.000Z",
  actor: "admin",
  address: null,
  action,
  subject: "subject",
  subjectName: "",
  before: null,
  after: null,
  ...more,
});

for (const language of LANGUAGES) i18next.addResourceBundle(language, "admin", await FOLDERS[language].admin());

for (const language of LANGUAGES)
  test(`every action that the server records has a name and a sentence (${language})`, () => {
    const inLanguage = i18next.getFixedT(language, "admin");
    const texts = AUDIT_ACTIONS.flatMap((action) => [
      { action, text: actionName(inLanguage, action) },
      { action, text: auditSentence(inLanguage, row(action), plans) },
      { action, text: auditSentence(inLanguage, row(action, { after: { user: "kedai" } }), plans) },
    ]);
    // Without a text, the action or the name of the text is shown.
    expect(texts.filter(({ action, text }) => text === "" || text.includes(action) || /^audit\./.test(text))).toEqual([]);
  });

test("a person without a business whom the operator suspends or deletes is named", () => {
  const suspended = row("person.suspend", { subjectName: "siti", after: { username: "siti" } });
  expect(auditSentence(t, suspended, plans)).toBe("Suspended the login of siti.");
  expect(auditSentence(t, row("person.delete", { before: { username: "siti" } }), plans)).toBe("Deleted the login of siti.");
});

test("a change of the plan alone is one sentence with the names of both plans", () => {
  const entry = row("user.update", {
    subjectName: "kedai",
    before: { username: "kedai", planId: 1, planValidUntil: null },
    after: { username: "kedai", planId: 3, planValidUntil: "2026-12-21T00:00:00.000Z" },
  });
  expect(auditSentence(t, entry, plans)).toBe("Changed the plan of kedai from Starter to Pro.");
  expect(auditChanges(t, entry, plans)).toEqual([]);
});

test("other changes are listed below the sentence by the names that the forms give them", () => {
  const entry = row("settings.update", {
    before: { retentionDays: 0, "budgets.boxSen": null, signUpsOpen: true, billplzApiKey: "" },
    after: { retentionDays: 30, "budgets.boxSen": 10_000, signUpsOpen: false, billplzApiKey: "••••••••1234" },
  });
  expect(auditSentence(t, entry, plans)).toBe("Changed the settings.");
  expect(auditChanges(t, entry, plans)).toEqual([
    { name: "Keep conversations for", before: "0", after: "30" },
    { name: "Budget for the whole site", before: "–", after: "RM100.00" },
    { name: "Sign-up is open", before: "on", after: "off" },
    { name: "Billplz API Key", before: "–", after: "••••••••1234" },
  ]);
});

test("a deleted account and a deleted plan are named by what the line itself says", () => {
  expect(auditSentence(t, row("user.delete", { before: { username: "gone", planId: 9 } }), plans)).toBe("Deleted the account gone.");
  const recorded = row("payment.record", { after: { user: "warung", planId: 9, amount: 2_900 } });
  expect(auditSentence(t, recorded, plans)).toBe("Recorded a payment of RM29.00 by warung for plan 9.");
});

test("a line about an owner's account, payment or conversation names the owner, also when the account is gone", () => {
  expect(auditSentence(t, row("user.view", { subjectName: "kedai" }), plans)).toBe("Viewed the account of kedai, read-only.");
  expect(auditSentence(t, row("user.view", { after: { username: "gone" } }), plans)).toBe("Viewed the account of gone, read-only.");
  const updated = { before: { user: "kedai", status: "pending", plan: 3 }, after: { user: "kedai", status: "failed", plan: 3 } };
  expect(auditSentence(t, row("payment.update", updated), plans)).toBe("Changed a payment by kedai.");
  expect(auditChanges(t, row("payment.update", updated), plans)).toEqual([{ name: "Status", before: "pending", after: "failed" }]);
  const deleted = row("conversation.delete", { before: { user: "kedai", messageCount: 3 } });
  expect(auditSentence(t, deleted, plans)).toBe("Deleted a conversation of kedai (3 messages).");
  // An earlier version wrote no name.
  expect(auditSentence(t, row("payment.delete", { before: { plan: 3 } }), plans)).toBe("Deleted a payment.");
});

test("an action of a newer version is shown as it was written", () => {
  expect(auditSentence(t, row("robot.start", { subject: "r2" }), plans)).toBe("robot.start r2");
  expect(actionName(t, "robot.start")).toBe("robot.start");
  expect(actionName(t, "user.failed_sign_ins")).toBe("Wrong passwords");
});

test("a line about a business names it, and a new name is shown with the old one", () => {
  const renamed = row("user.business_rename", { before: { name: "Kedai" }, after: { name: "Kedai Baharu" } });
  expect(auditChanges(t, renamed, plans)).toEqual([{ name: "Name", before: "Kedai", after: "Kedai Baharu" }]);
  expect(auditSentence(t, row("user.handover", { subjectName: "aminah", after: { email: "", role: "owner" } }), plans)).toBe(
    "Offered to hand aminah over.",
  );
  expect(auditSentence(t, row("user.member_join", { subjectName: "aminah", after: { role: "viewer" } }), plans)).toBe("Joined aminah.");
});
