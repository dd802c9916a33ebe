/** The page of all businesses of a person, its dialogs, and a handover, in each state that looks different; and a visitor's consent. */
import type { Page } from "playwright-core";
import type { BusinessPage, BusinessRow } from "../../src/contract/business.ts";
import type { InvitationCheck, MemberInvitation, NewMemberInvitation } from "../../src/contract/member.ts";
import { told } from "../../src/contract/messages/message.ts";
import { failWith } from "./browser.ts";
import type { Screen } from "./screen.ts";

const LONG_NAME = "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd.";

const business = (id: string, more: Partial<BusinessRow> = {}): BusinessRow => ({
  id,
  name: `Cawangan ${id}`,
  role: "owner",
  planName: "Starter",
  planState: "running",
  planUntil: "2027-03-14T16:00:00Z",
  used: 312,
  msgLimit: 1_000,
  agents: 2,
  failingAgents: 0,
  agentsWithoutModel: 0,
  failedSources: 0,
  unpaidBills: 0,
  unanswered: 0,
  isSuspended: false,
  ...more,
});
const NEEDY = [
  business("1", {
    name: LONG_NAME,
    planState: "ending",
    used: 1_000,
    failingAgents: 1,
    agentsWithoutModel: 2,
    failedSources: 12,
    unpaidBills: 1,
    unanswered: 100,
  }),
  business("2", {
    name: "Q",
    role: "viewer",
    planState: "free",
    planName: "Free Plan",
    planUntil: null,
    msgLimit: 100,
    used: 7,
    agents: 1,
  }),
  business("3", { planState: "ended", planName: "Free Plan", msgLimit: 100, used: 99, unanswered: 1, role: "editor" }),
  business("4", { isSuspended: true }),
  business("5", { msgLimit: null, used: 1_234_567, planUntil: null, agents: 250, role: "replier" }),
];
const MANY = [...NEEDY, ...Array.from({ length: 20 }, (_, n) => business(`${n + 6}`))];

const withBusinesses =
  (businesses: BusinessRow[], more: Partial<BusinessPage> = {}) =>
  (page: Page) => {
    const all = businesses.length;
    const answer: BusinessPage = { businesses, total: all, totalPages: 1, all, mayMake: true, ...more };
    return page.route("**/api/businesses/overview?*", (route) => route.fulfill({ json: answer }));
  };

const INVITATION: MemberInvitation = {
  id: "h",
  role: "owner",
  email: null,
  invitedBy: "aminah",
  sentAt: "2026-11-20T08:00:00Z",
  expiresAt: "2026-11-27T08:00:00Z",
  isExpired: false,
  handover: "leave",
};
const token = "t".repeat(43);
const MADE: NewMemberInvitation = { invitation: INVITATION, token, link: `https://chat.kedai.example.com/join?token=${token}` };
const HANDED: InvitationCheck = { state: "open", business: LONG_NAME, role: "owner", invitedBy: "aminah", email: null, handover: "editor" };

const path = () => "/businesses";
const ready = "main li";
const handOver = async (page: Page) => {
  await page.locator("main li button[aria-expanded]").first().click();
  await page.locator("main li [aria-expanded=true] + div button").click();
  await page.locator("dialog[open] form").waitFor();
};

export const BUSINESS_STATES: readonly Screen[] = [
  { name: "businesses-few", path, as: "busy", before: withBusinesses(NEEDY), ready },
  { name: "businesses-many", path, as: "busy", before: withBusinesses(MANY, { total: 201, totalPages: 9, all: 201 }), ready },
  {
    name: "businesses-found-none",
    path: () => "/businesses?q=kedai",
    as: "busy",
    before: withBusinesses([], { all: 201, mayMake: false }),
    ready: "main [role=status] + button",
  },
  {
    name: "businesses-failed",
    path,
    as: "busy",
    before: (page) => page.route("**/api/businesses/overview?*", failWith(500)),
    ready: "main [role=alert]",
  },
  {
    name: "businesses-make",
    path,
    as: "busy",
    before: async (page) => {
      await withBusinesses(NEEDY)(page);
      await page.route("**/api/businesses", failWith(402, told("businesses.free", { limit: 10 }), "plan_limit"));
    },
    ready,
    prepare: async (page) => {
      await page.locator("main .btn-primary").click();
      await page.locator("dialog input").first().fill("Kedai Kopi");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog [role=alert]").waitFor();
    },
  },
  { name: "businesses-hand-over", path, as: "busy", before: withBusinesses(NEEDY), ready, prepare: handOver },
  {
    name: "businesses-link",
    path,
    as: "busy",
    before: async (page) => {
      await withBusinesses(NEEDY)(page);
      await page.route("**/api/members/handover", (route) => route.fulfill({ json: MADE }));
    },
    ready,
    prepare: async (page) => {
      await handOver(page);
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog textarea").waitFor();
    },
  },
  {
    name: "join-handover",
    path: () => "/join?token=t",
    as: "empty",
    before: (page) => page.route("**/api/join/check", (route) => route.fulfill({ json: HANDED })),
    ready: "main .btn-primary",
  },
  {
    name: "members-handover",
    path: () => "/account?view=members",
    as: "busy",
    before: (page) =>
      page.route("**/api/members/invitations?*", (route) =>
        route.fulfill({ json: { invitations: [INVITATION, { ...INVITATION, id: "i", isExpired: true }], total: 2, totalPages: 1 } }),
      ),
    ready: "main h3 + ul li",
  },
  {
    name: "editor-consent",
    path: ({ chatId }) => `/editor?chatId=${chatId}&tab=basic`,
    as: "busy",
    ready: "section input.toggle:visible",
    prepare: async (page) => {
      const sections = page.locator("section").filter({ has: page.locator("input.toggle:visible") });
      await sections.nth(1).locator("input.toggle").first().check();
      await sections.nth(1).locator("textarea").last().waitFor();
      await sections.nth(1).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "conversations-consent",
    path: ({ chatId }) => `/conversations/${chatId}`,
    as: "busy",
    before: (page) =>
      page.route(/\/api\/conversations\/[^/]+\?/, async (route) => {
        const response = await route.fetch();
        const text = "We keep your messages for 90 days.\nYou can ask for their deletion.";
        const consent = { version: "0123456789abcdef", language: "en", text, at: "2026-11-20T08:00:00Z" };
        await route.fulfill({ response, json: { ...(await response.json()), consent } });
      }),
    ready: "main li",
    prepare: async (page) => {
      await page.locator("main li a, main li button").first().click();
      await page.locator("details summary").click();
      await page.locator("details p").first().waitFor();
    },
  },
];
