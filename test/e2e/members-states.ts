/** The screens of members, of invitations and of the switch between businesses, in each state that looks different. */
import type { Page } from "playwright-core";
import type {
  InvitationCheck,
  Member,
  MemberInvitation,
  MemberInvitationPage,
  MemberPage,
  MemberRole,
  NewMemberInvitation,
  OwnBusiness,
} from "../../src/contract/member.ts";
import { told } from "../../src/contract/messages/message.ts";
import { failWith } from "./browser.ts";
import type { Screen } from "./screen.ts";

const LONG_NAME = "nurul-aisyah.binti.mohd.firdaus_kaunter_hadapan";
const LONG_EMAIL = "nurul.aisyah.binti.mohd.firdaus@kedai-perabot-keluarga-maju-jaya.example.com";
const LONG_BUSINESS = "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd.";

const member = (id: string, role: MemberRole, more: Partial<Member> = {}): Member => ({
  id,
  username: id,
  email: `${id}@example.com`,
  role,
  isYou: false,
  joinedAt: "2026-10-02T08:00:00Z",
  ...more,
});
const YOU = member("aminah", "owner", { isYou: true });
const MANY = [
  YOU,
  member("a", "editor", { username: LONG_NAME, email: LONG_EMAIL }),
  member("b", "replier", { username: "Q", email: null }),
  ...Array.from({ length: 7 }, (_, n) => member(`kaunter-${n + 1}`, "viewer")),
];

const invitation = (id: string, more: Partial<MemberInvitation> = {}): MemberInvitation => ({
  id,
  role: "editor",
  email: null,
  invitedBy: "aminah",
  sentAt: "2026-11-20T08:00:00Z",
  expiresAt: "2026-11-27T08:00:00Z",
  isExpired: false,
  ...more,
});
const INVITED = [
  invitation("a", { email: LONG_EMAIL, role: "replier", invitedBy: LONG_NAME }),
  invitation("b", { invitedBy: "" }),
  invitation("c", { email: "lee@example.com", isExpired: true }),
];
const MADE: NewMemberInvitation = {
  invitation: invitation("d"),
  token: "t".repeat(43),
  link: `https://chat.kedai-perabot-keluarga-maju-jaya.example.com/join?token=${"t".repeat(43)}`,
};

interface Business {
  members: Member[];
  invitations?: MemberInvitation[];
  totalPages?: number;
  limit?: number | null;
  mailReady?: boolean;
}

/** The business has these members and invitations. */
const withMembers =
  ({ members, invitations = [], totalPages = 1, limit = 3, mailReady = true }: Business) =>
  async (page: Page) => {
    const used = members.length + invitations.length;
    const list: MemberPage = { members, total: members.length, totalPages, used, limit, mailReady };
    const open: MemberInvitationPage = { invitations, total: invitations.length, totalPages: 1 };
    await page.route("**/api/members?*", (route) => route.fulfill({ json: list }));
    await page.route("**/api/members/invitations?*", (route) => route.fulfill({ json: open }));
    await page.route("**/api/members/invitations", (route) => route.fulfill({ json: MADE }));
  };

/** The server says this about the invitation. */
const invited = (check: InvitationCheck) => (page: Page) => page.route("**/api/join/check", (route) => route.fulfill({ json: check }));
const OPEN: InvitationCheck = { state: "open", business: LONG_BUSINESS, role: "editor", invitedBy: LONG_NAME, email: null };
const join = () => "/join?token=t";
const members = () => "/account?view=members";

/** The section of the members on the page of the account. */
const section = (page: Page) =>
  page
    .locator("main section")
    .filter({ has: page.locator("button.btn-line:has(svg)") })
    .last();
const invite = async (page: Page) => {
  await section(page).locator("button.btn-line:has(svg)").first().click();
  await page.locator("dialog[open] form").waitFor();
};
const shown = "main li select";

export const MEMBERS_STATES: readonly Screen[] = [
  { name: "join", path: join, before: invited(OPEN), ready: "form" },
  { name: "join-address", path: join, before: invited({ ...OPEN, email: LONG_EMAIL }), ready: "form" },
  {
    name: "join-incomplete",
    path: join,
    before: invited(OPEN),
    ready: "form",
    prepare: async (page) => {
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "join-full",
    path: join,
    before: async (page) => {
      await invited({ ...OPEN, email: LONG_EMAIL })(page);
      await page.route("**/api/join/signup", failWith(402, told("members.full"), "plan_limit"));
    },
    ready: "form",
    prepare: async (page) => {
      await page.locator("input[name=username]").fill("lina");
      await page.locator("input[name=password]").fill("secret-1");
      await page.locator("input[name=confirmed]").fill("secret-1");
      await page.locator("form button[type=submit]").click();
      await page.locator("main [role=alert]:not(p)").waitFor();
    },
  },
  { name: "join-signed-in", path: join, as: "empty", before: invited(OPEN), ready: "main .btn-primary" },
  { name: "join-other-address", path: join, as: "empty", before: invited({ ...OPEN, email: LONG_EMAIL }), ready: "main .btn-primary" },
  { name: "join-used", path: join, as: "empty", before: invited({ state: "used" }), ready: "main [role=status]" },
  { name: "join-expired", path: join, before: invited({ state: "expired" }), ready: "main [role=status]" },
  { name: "join-failed", path: join, before: (page) => page.route("**/api/join/check", failWith(500)), ready: "main [role=alert]" },
  { name: "members-alone", path: members, as: "busy", before: withMembers({ members: [YOU] }), ready: "main section li" },
  {
    name: "members-many",
    path: members,
    as: "busy",
    before: withMembers({ members: MANY, totalPages: 12, limit: 250 }),
    ready: shown,
  },
  {
    name: "members-invited",
    path: members,
    as: "busy",
    before: withMembers({ members: MANY.slice(0, 3), invitations: INVITED, limit: null }),
    ready: "main h3 + ul li",
  },
  {
    name: "members-full",
    path: members,
    as: "busy",
    before: async (page) => {
      await withMembers({ members: MANY.slice(0, 3) })(page);
      await page.route("**/api/members/invitations", failWith(402, told("members.limit", { limit: 3 }), "plan_limit"));
    },
    ready: shown,
    prepare: async (page) => {
      await invite(page);
      await page.locator("dialog input[type=email]").fill("lee@example.com");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog [role=alert]").waitFor();
    },
  },
  { name: "members-invite", path: members, as: "busy", before: withMembers({ members: [YOU] }), ready: "main section li", prepare: invite },
  {
    name: "members-link",
    path: members,
    as: "busy",
    before: withMembers({ members: [YOU], mailReady: false }),
    ready: "main section li",
    prepare: async (page) => {
      await invite(page);
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog textarea").waitFor();
    },
  },
  {
    name: "members-remove",
    path: members,
    as: "busy",
    before: withMembers({ members: MANY.slice(0, 3) }),
    ready: shown,
    prepare: async (page) => {
      await section(page).locator("button[aria-expanded]").first().click();
      await section(page).locator("[aria-expanded=true] + div button").click();
      await page.locator("dialog[open] .btn-error").waitFor();
    },
  },
  {
    name: "businesses",
    path: () => "/dashboard",
    as: "busy",
    before: async (page) => {
      await page.route("**/api/businesses", async (route) => {
        const own = JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "{}");
        const businesses: OwnBusiness[] = [
          { id: own.id, name: own.displayName, role: "owner" },
          { id: "b", name: LONG_BUSINESS, role: "editor" },
          ...Array.from({ length: 6 }, (_, n) => ({ id: `c${n}`, name: `Cawangan ${n + 1}`, role: "viewer" as const })),
        ];
        await route.fulfill({ json: { businesses } });
      });
    },
    ready: "main h2",
    prepare: async (page) => {
      await page.locator("header [aria-expanded]").click();
      await page.locator("header [aria-current=true]").waitFor();
    },
  },
];
