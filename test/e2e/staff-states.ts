/** The screens of the staff: its list, its invitations, and what each role sees of the administrator's page. */
import type { Page } from "playwright-core";
import type { InvitationCheck } from "../../src/contract/member.ts";
import { told } from "../../src/contract/messages/message.ts";
import type { Staff, StaffInvitation, StaffInvitationPage, StaffPage } from "../../src/contract/staff.ts";
import type { PeoplePage, PersonAlone } from "../../src/contract/user.ts";
import { ago } from "./altered.ts";
import { failWith } from "./browser.ts";
import type { Screen } from "./screen.ts";

const LONG_NAME = "nurul-aisyah.binti.mohd.firdaus_meja_bantuan";
const LONG_EMAIL = "nurul.aisyah.binti.mohd.firdaus@kedai-perabot-keluarga-maju-jaya.example.com";

const person = (id: string, more: Partial<Staff> = {}): Staff => ({
  id,
  username: id,
  email: `${id}@example.com`,
  role: "support",
  hasFactor: true,
  joinedAt: ago(40),
  lastSeenAt: ago(1),
  ...more,
});
const PEOPLE = [
  person("siti"),
  person("a", { username: LONG_NAME, email: LONG_EMAIL, role: "billing", hasFactor: false }),
  person("b", { username: "Q", email: null, lastSeenAt: null }),
];
const invitation = (id: string, more: Partial<StaffInvitation> = {}): StaffInvitation => ({
  id,
  role: "support",
  email: null,
  invitedBy: "",
  sentAt: ago(1),
  expiresAt: ago(-6),
  isExpired: false,
  ...more,
});
const INVITED = [
  invitation("a", { email: LONG_EMAIL, role: "billing" }),
  invitation("b"),
  invitation("c", { email: "lee@example.com", isExpired: true }),
];
const TOKEN = "t".repeat(43);

const withStaff =
  (staff: Staff[], { invitations = [], mailReady = true }: { invitations?: StaffInvitation[]; mailReady?: boolean } = {}) =>
  async (page: Page) => {
    const list: StaffPage = { staff, total: staff.length, totalPages: 1, mailReady };
    const open: StaffInvitationPage = { invitations, total: invitations.length, totalPages: 1 };
    await page.route("**/api/staff?*", (route) => route.fulfill({ json: list }));
    await page.route("**/api/staff/invitations?*", (route) => route.fulfill({ json: open }));
    const made = {
      invitation: invitation("d"),
      token: TOKEN,
      link: `https://chat.kedai-perabot-maju-jaya.example.com/join?token=${TOKEN}`,
    };
    await page.route("**/api/staff/invitations", (route) => route.fulfill({ json: made }));
  };
const PEOPLE_ALONE: PersonAlone[] = [
  { id: "a", username: LONG_NAME, email: LONG_EMAIL, businesses: 3, suspendedAt: null, createdAt: ago(200) },
  { id: "b", username: "Q", email: null, businesses: 0, suspendedAt: ago(3), createdAt: ago(2) },
];
const withPeople = (people: PersonAlone[]) => (page: Page) =>
  page.route("**/api/people?*", (route) => route.fulfill({ json: { people, total: people.length, totalPages: 1 } satisfies PeoplePage }));
const invite = async (page: Page) => {
  await page.locator("main button.btn-line:has(svg)").first().click();
  await page.locator("dialog[open] form").waitFor();
};
const invited = (check: InvitationCheck) => (page: Page) => page.route("**/api/join/check", (route) => route.fulfill({ json: check }));
const OPEN: InvitationCheck = { state: "open", staff: "support", invitedBy: "admin", email: null };
const join = () => "/join?token=t";
const list = () => "/awc?tab=settings&view=staff";
const tab = (name: string) => () => `/awc?tab=${name}`;

export const STAFF_STATES: readonly Screen[] = [
  { name: "staff-none", path: list, as: "admin", before: withStaff([]), ready: "main section button.btn-line" },
  { name: "staff-many", path: list, as: "admin", before: withStaff(PEOPLE, { invitations: INVITED }), ready: "main h3 + ul li" },
  {
    name: "staff-failed",
    path: list,
    as: "admin",
    before: (page) => page.route("**/api/staff?*", failWith(500)),
    ready: "main [role=alert]",
  },
  { name: "staff-invite", path: list, as: "admin", before: withStaff(PEOPLE), ready: "main li select", prepare: invite },
  {
    name: "staff-link",
    path: list,
    as: "admin",
    before: withStaff([], { mailReady: false }),
    ready: "main section button.btn-line",
    prepare: async (page) => {
      await invite(page);
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog textarea").waitFor();
    },
  },
  {
    name: "staff-remove",
    path: list,
    as: "admin",
    before: withStaff(PEOPLE),
    ready: "main li select",
    prepare: async (page) => {
      await page.locator("main li button[aria-expanded]").nth(1).click();
      await page.locator("main li [aria-expanded=true] + div button").last().click();
      await page.locator("dialog[open] .btn-error").waitFor();
    },
  },
  { name: "people", path: () => "/awc?tab=users&status=alone", as: "admin", before: withPeople(PEOPLE_ALONE), ready: "main table" },
  { name: "people-none", path: () => "/awc?tab=users&status=alone", as: "support", before: withPeople([]), ready: "main p" },
  { name: "people-hint", path: () => "/awc?tab=users&q=kedai", as: "admin", before: withPeople(PEOPLE_ALONE), ready: "main table" },
  {
    name: "account-security-log",
    path: () => "/account?view=security",
    as: "support",
    ready: "main section",
    prepare: async (page) => {
      await page.locator("main button:has(svg.lucide-scroll-text)").click();
      await page.locator("dialog[open] li, dialog[open] p").first().waitFor();
    },
  },
  { name: "staff-join", path: join, before: invited(OPEN), ready: "form" },
  { name: "staff-join-address", path: join, before: invited({ ...OPEN, staff: "billing", email: LONG_EMAIL }), ready: "form" },
  {
    name: "staff-join-owner",
    path: join,
    as: "empty",
    before: invited(OPEN),
    ready: "main .btn-primary",
    prepare: async (page) => {
      await page.route("**/api/join", failWith(409, told("staff.ownBusiness"), "conflict"));
      await page.locator("main .btn-primary").click();
      await page.locator("main [role=status]").waitFor();
    },
  },
  { name: "staff-join-used", path: join, as: "support", before: invited({ state: "used" }), ready: "main [role=status]" },
  { name: "support-overview", path: tab("overview"), as: "support", ready: "main dl" },
  { name: "support-users", path: tab("users"), as: "support", ready: "main table" },
  {
    name: "support-sign-out",
    path: tab("users"),
    as: "support",
    ready: "main table",
    prepare: async (page) => {
      const isCard = (page.viewportSize()?.width ?? 0) < 1024;
      await page
        .locator(isCard ? "main table [aria-haspopup=dialog]" : "main table [aria-label][aria-expanded]")
        .first()
        .click();
      await page
        .locator(isCard ? "dialog[open] li button" : "main table [aria-expanded=true] + div button")
        .last()
        .click();
      await page.locator("dialog[open] .btn-primary").waitFor();
    },
  },
  { name: "support-messages", path: tab("messages"), as: "support", ready: "main table" },
  { name: "support-audit", path: tab("audit"), as: "support", ready: "main table" },
  { name: "support-refused", path: tab("settings"), as: "support", ready: "#admin-panel [role=status] strong" },
  { name: "support-account", path: () => "/account", as: "support", ready: "main section" },
  { name: "billing-users", path: () => "/awc", as: "billing", ready: "main table" },
  { name: "billing-payments", path: tab("payments"), as: "billing", ready: "main table" },
  { name: "billing-plans", path: tab("plans"), as: "billing", ready: "main table" },
  { name: "billing-ledger", path: tab("ledger"), as: "billing", ready: "main table" },
  { name: "billing-refused", path: tab("messages"), as: "billing", ready: "#admin-panel [role=status] strong" },
];
