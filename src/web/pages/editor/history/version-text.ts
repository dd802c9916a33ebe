/** What the history says about versions. */
import type { TFunction } from "i18next";
import { MOODS } from "../../../../contract/agent.ts";
import type { EntryDates } from "../../../../contract/knowledge-calls.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../contract/language.ts";
import type { Translated } from "../../../../contract/translated.ts";
import type { FieldChange, VersionField, VersionSummary } from "../../../../contract/version.ts";
import { formatDate, formatNumber } from "../../../text/format.ts";

type T = TFunction<["history", "editor"]>;

/** The field's label in the form. */
const LABELS = {
  chatName: "basic.name",
  tagline: "basic.tagline",
  defaultMessage: "basic.greeting",
  starterQuestions: "basic.starters",
  invitation: "basic.invitation",
  mood: "basic.mood",
  focus: "basic.focus",
  checkFacts: "basic.checkFacts",
  domain: "basic.domain",
  offlineText: "basic.offlineText",
  showSources: "basic.showSources",
  limitText: "basic.limitText",
  askConsent: "basic.askConsent",
  consentText: "basic.consentText",
  userChatboxColor: "look.userChatboxColor",
  botBackgroundColor: "look.botBackgroundColor",
  userBackgroundColor: "look.userBackgroundColor",
  toggleIconColor: "look.toggleIconColor",
  sendButtonColor: "look.sendButtonColor",
  iconButtonColor: "look.iconButtonColor",
  loadingIndicatorColor: "look.loadingIndicatorColor",
  profileImage: "look.profileImage",
  toggleIcon: "look.toggleIcon",
  chatboxBackgroundImage: "look.chatboxBackgroundImage",
  roomy: "look.roomy",
  typingText: "look.typingText",
} as const satisfies Record<VersionField, string>;

export const labelOf = (t: T, field: VersionField): string => t(LABELS[field], { ns: "editor" });

/** More fields than this are only counted. */
const MOST_NAMED = 2;

/** What was changed, in a few words. */
export function summaryOf(t: T, version: VersionSummary): string {
  const { action, detail, fields, added, changed, removed, moved } = version;
  const said = beginningOf(t, action, detail);
  if (action === "start" || action === "create" || action === "copy" || action === "import") return said;
  const counted = (count: number, key: "added" | "changed" | "removed" | "moved" | "fields") =>
    count === 0 ? [] : [t(`history.${key}`, { count, number: formatNumber(count) })];
  const names = fields.map((field) => labelOf(t, field)).join(", ");
  const settings =
    fields.length > 0 && fields.length <= MOST_NAMED ? [t("history.field", { name: names })] : counted(fields.length, "fields");
  const entries = [...counted(added, "added"), ...counted(changed, "changed"), ...counted(removed, "removed")];
  const parts = [...entries, ...settings];
  return [said, ...(parts.length > 0 ? parts : counted(moved, "moved"))].filter((part) => part !== "").join(" · ");
}

function beginningOf(t: T, action: VersionSummary["action"], detail: string): string {
  switch (action) {
    case "restore":
      return t("history.restore", { number: detail });
    case "copy":
    case "read":
      return t(`history.${action}`, { name: detail });
    case "start":
    case "create":
    case "import":
      return t(`history.${action}`);
    default:
      return "";
  }
}

/** Empty if the version names no person. */
export function authorOf(t: T, { author, authorName }: VersionSummary): string {
  if (author === "admin") return t("history.admin");
  return author === "owner" ? authorName : "";
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

/** The text in each language that has one, below the name of the language. */
function translatedText(texts: Translated): string {
  const written = LANGUAGES.filter((language) => texts[language] !== "");
  return written.map((language) => `${LANGUAGE_NAMES[language]}\n${texts[language]}`).join("\n\n");
}

/** A field's value as text. */
export function valueText(t: T, field: VersionField, value: FieldChange["before"]): string {
  if (typeof value === "boolean") return t(value ? "history.on" : "history.off");
  const mood = field === "mood" ? MOODS.find((known) => known === value) : undefined;
  if (mood !== undefined) return t(mood === "" ? "mood.normal" : `mood.${mood}`, { ns: "editor" });
  if (isList(value)) return value.join("\n");
  return typeof value === "object" && value !== null ? translatedText(value) : String(value ?? "");
}

/** Between which days an entry is used. */
export function datesOf(t: T, dates: EntryDates | null): string {
  const day = (date: string) => formatDate(`${date}T00:00`);
  const { from, until } = dates ?? { from: null, until: null };
  if (from !== null && until !== null) return t("history.fromUntil", { from: day(from), until: day(until) });
  if (from !== null) return t("history.from", { date: day(from) });
  return until === null ? t("history.always") : t("history.until", { date: day(until) });
}

/** Empty, or that a version was published although test questions had failed. */
export function overriddenText(t: T, { failedTests, overriddenBy }: VersionSummary): string {
  if (failedTests === null || failedTests === 0) return "";
  const numbers = { count: failedTests, number: formatNumber(failedTests), name: overriddenBy };
  return t(overriddenBy === "" ? "gate.overridden" : "gate.overriddenBy", numbers);
}
