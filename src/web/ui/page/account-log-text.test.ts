import { expect, test } from "bun:test";
import i18next from "i18next";
import { AUDIT_ACTIONS, type AuditAction } from "../../../contract/audit.ts";
import { LANGUAGES } from "../../../contract/language.ts";
import type { AccountLogEntry } from "../../../contract/user.ts";
import { FOLDERS } from "../../text/folders.ts";
import { logSentence } from "./account-log-text.ts";

const i18n = i18next.createInstance();
await i18n.init({ keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } });
for (const language of LANGUAGES) i18n.addResourceBundle(language, "accountLog", await FOLDERS[language].accountLog());

const entry = (action: string, more: Partial<AccountLogEntry> = {}): AccountLogEntry => ({
  id: "1",
  at: "2026-11-21T10:00:00.000Z",
  actor: "aminah",
  action,
  before: null,
  after: null,
  ...more,
});

/** About the installation, or about people and invitations that have no log of their own. */
const OF_OPERATOR: readonly AuditAction[] = ["person.delete", "staff.invite", "staff.withdraw"];
const isOfOperator = (action: AuditAction) =>
  OF_OPERATOR.includes(action) || /^(plan|payment|settings|backup|invitation|model|admin|clock)\./.test(action);

for (const language of LANGUAGES)
  test(`every action that an owner or a person reads has a sentence of its own (${language})`, () => {
    const t = i18n.getFixedT(language, "accountLog");
    const fallBack = logSentence(t, entry("of a newer version"));
    const without = AUDIT_ACTIONS.filter((action) => {
      const sentence = logSentence(t, entry(action));
      return sentence === "" || sentence.startsWith("log.") || sentence === fallBack;
    });
    expect(without.filter((action) => !isOfOperator(action))).toEqual(["user.update"]);
    expect(AUDIT_ACTIONS.filter((action) => isOfOperator(action) && !without.includes(action))).toEqual([]);
  });

test("what was done on the command line was done by the operator", () => {
  const removed = entry("user.member_remove", { actor: "command line", before: { username: "siti", role: "viewer" } });
  expect(logSentence(i18n.getFixedT("en", "accountLog"), removed)).toBe("The operator removed siti.");
  expect(logSentence(i18n.getFixedT("ms", "accountLog"), removed)).toBe("Pengendali mengeluarkan siti.");
});
