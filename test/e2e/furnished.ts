/** An installation with plans, owners, agents and conversations to look at. */
import type { GoldenExpectations } from "../../src/contract/golden.ts";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import type { Language } from "../../src/contract/language.ts";
import type { StaffRole } from "../../src/contract/staff-role.ts";
import { STEP_PICTURES } from "../../src/web/pages/landing/step-pictures.ts";
import { connect } from "../socket-client.ts";
import { changeDatabase } from "./aftermath.ts";
import { addPlan, givePlan, type Owner, setUsed } from "./browser.ts";
import type { Sapa } from "./sapa.ts";

/** People and things to look at: `empty` has nothing yet, `begun` an agent on a website, `busy` everything, in lengths that hurt, `agency` 200 agents. */
export interface Furnished {
  empty: Owner;
  begun: Owner;
  busy: Owner;
  agency: Owner;
  admin: Owner;
  support: Owner;
  billing: Owner;
  chatId: string;
}

/** A picture that every installation serves. */
export const PICTURE = `/assets/steps/${STEP_PICTURES["paste-en-light"]}`;

const LONG_NAME = "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd.";

/** Entries with a warning of each kind that two lines can have. */
const WARNED = [
  "Kek pandan RM38",
  "Pandan cake: RM40",
  "We open daily from 9am to 6pm.",
  "Buka setiap hari, 10 pagi hingga 6 petang.",
  "Parking is free behind the building.",
  "# Parking\nFree parking at the back of our building.",
  "Promotion until 31 August 2020: buy two boxes and get a third one free.",
  "POS login: username admin, password Kopi#Susu2291",
];

/** What owners have written and visitors have asked, for pictures in one language. */
const WORDS = {
  en: {
    entries: [
      "We are open from seven in the morning to six in the evening, every day except Tuesday. On public holidays we open at nine and close when the last kuih is sold.",
      "Pandan cake, RM38 a whole one",
      "Delivery is RM7 within 5 km of our shop.",
    ],
    changed: "Delivery is RM5 within 8 km.",
    starters: ["Do you deliver?", "What do you sell?"],
    asked: ["When do you open?", "Do you sell durian by the lorry?"],
    greeting: "Welcome to Rotan Meru.",
    answers: "When are you open?\nMonday to Saturday, 10 am to 7 pm.\n\nWhere are you?\nLot 12, Jalan Meru, 41050 Klang.",
  },
  ms: {
    entries: [
      "Kami buka dari pukul tujuh pagi hingga enam petang, setiap hari kecuali Selasa. Pada cuti umum kami buka pukul sembilan dan tutup apabila kuih terakhir habis dijual.",
      "Kek pandan, RM38 sebiji",
      "Penghantaran RM7 dalam lingkungan 5 km dari kedai kami.",
    ],
    changed: "Penghantaran RM5 dalam lingkungan 8 km.",
    starters: ["Ada penghantaran?", "Apa yang dijual?"],
    asked: ["Bila kedai buka?", "Ada jual durian satu lori?"],
    greeting: "Selamat datang ke Rotan Meru.",
    answers: "Bila anda buka?\nIsnin hingga Sabtu, 10 pagi hingga 7 malam.\n\nDi mana kedai anda?\nLot 12, Jalan Meru, 41050 Klang.",
  },
} as const satisfies Record<Language, object>;
type Words = (typeof WORDS)[Language];

/** Fills a fresh installation with plans, owners, agents and conversations, whose words are in this language. */
export async function furnish(sapa: Sapa, language: Language = "en"): Promise<Furnished> {
  const words = WORDS[language];
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_900, messages: 1_000, agents: 3, words: 1_000, entries: 20 });
  addPlan(sapa, { id: 3, name: "Pro Yearly", priceSen: 4_900, months: 12, discount: 20, messages: 10_000, agents: 10 });
  addPlan(sapa, { id: 4, name: "Business Half-Yearly", priceSen: 9_990, months: 6, discount: 10, messages: 50_000, agents: 30 });
  addPlan(sapa, { id: 5, name: "Agency", priceSen: 49_900, messages: 10_000, agents: 250, entries: 12 });
  const [empty, busy, token] = [await sapa.signUp("aisyah"), await sapa.signUp("kedai-seri.gombak_official"), await sapa.adminToken()];
  const paid = { user: busy.id, planId: 2, amount: 2_900, date: new Date().toISOString().slice(0, 10), method: "bank_transfer", note: "" };
  await sapa.call("POST", "/api/payments", { token, body: paid });
  const [hours, cake, delivery] = words.entries;
  const knowledge = [hours, `[image]${sapa.url}${PICTURE}[/image]${cake}`, delivery];
  const chatId = await sapa.createAgent(busy.token, {
    chatName: "Kedai Seri",
    defaultMessage: "Selamat datang!",
    starterQuestions: [...words.starters],
    knowledge,
  });
  await change(sapa, { owner: busy.token, admin: token, entry: words.changed }, chatId);
  await addGolden(sapa, busy.token, chatId);
  await sapa.createAgent(busy.token, { chatName: LONG_NAME, toggleIconColor: "#B45309" });
  await sapa.createAgent(busy.token, { chatName: "Q", toggleIconColor: "#FFFFFF" });
  await converse(sapa, chatId, words.asked);
  await recordPayments(sapa, token);
  fillLedger(sapa, [busy.id, empty.id]);
  setUsed(sapa, busy.id, 950);
  spreadUsage(sapa, busy.id, chatId);
  const agency = await sapa.signUp("agensi-digital");
  givePlan(sapa, agency.id, 5);
  fillAgency(sapa, agency.id);
  await sapa.call("POST", "/api/chats/agency-2/knowledge", { token: agency.token, body: { entries: WARNED } });
  const { body } = await sapa.call<{ id: string }>("POST", "/api/login", {
    body: { email: "admin@example.com", password: "admin-secret-1" },
  });
  const begun = await begin(sapa, words);
  // So that the owner's account log is not empty.
  await sapa.call("POST", `/api/users/${busy.id}/view`, { token });
  await sapa.call("PUT", `/api/users/${busy.id}`, { token, body: { email: "seri@gombak.example.com" } });
  // A new address ends the owner's sessions.
  const { body: again } = await sapa.call<{ token: string }>("POST", "/api/login", {
    body: { email: "seri@gombak.example.com", password: "secret-1" },
  });
  const [support, billing] = [await joinStaff(sapa, token, "support", "siti"), await joinStaff(sapa, token, "billing", "badrul")];
  return {
    empty,
    begun,
    busy: { id: busy.id, token: again.token, user: { ...again } },
    agency,
    admin: { id: body.id, token, user: { ...body } },
    support,
    billing,
    chatId,
  };
}

/** A new person of the staff, who has joined with a link. */
export async function joinStaff(sapa: Sapa, admin: string, role: StaffRole, username: string): Promise<Owner> {
  const made = await sapa.call<{ token: string }>("POST", "/api/staff/invitations", { token: admin, body: { role } });
  const input = { token: made.body.token, username, email: `${username}@example.com`, password: "secret-1" };
  const { body } = await sapa.call<{ id: string; token: string }>("POST", "/api/join/signup", { body: input });
  return { id: body.id, token: body.token, user: { ...body } };
}

/** So that the agent has a history: an entry and two fields change, the latter by the administrator. */
async function change(sapa: Sapa, { owner, admin, entry }: { owner: string; admin: string; entry: string }, chatId: string): Promise<void> {
  const { entries } = (await sapa.call<KnowledgePage>("GET", `/api/chats/${chatId}/knowledge`, { token: owner })).body;
  const body = { entry };
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${entries[2]?.id}`, { token: owner, body });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: admin, body: { chatName: "Kedai Seri Gombak", defaultMessage: "Hello!" } });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner, body: { chatName: "Kedai Seri", defaultMessage: "Selamat datang!" } });
}

/** Test questions: two that pass, one that fails in several ways, and one that was not tested. */
async function addGolden(sapa: Sapa, token: string, chatId: string): Promise<void> {
  const add = (question: string, expects: Partial<GoldenExpectations>) =>
    sapa.call("POST", `/api/chats/${chatId}/golden`, { token, body: { question, expects } });
  await add("How much is delivery?", { says: ["RM5"] });
  await add("Do you sell bicycles?", { isUnknown: true });
  await add("Boleh saya tahu berapakah caj penghantaran ke alamat yang jauh dari kedai, contohnya ke Seremban atau Melaka?", {
    says: ["RM12", "hari yang sama"],
    neverSays: ["RM5"],
    language: "ms",
  });
  await sapa.call("POST", `/api/chats/${chatId}/golden/run`, { token });
  await add("When do you open on public holidays?", {});
}

const ASKED = ["Do you open on Sundays?", "Berapa harga satu set?", "Is there parking nearby?", "Boleh bayar guna kad?"];

/** At the limits: 200 agents, some with unanswered conversations, and all messages used. The first agent's knowledge is full. */
function fillAgency(sapa: Sapa, ownerId: string): void {
  setUsed(sapa, ownerId, 10_000);
  changeDatabase(sapa, (database) => {
    const agent = database.prepare(
      "insert into agents (id, account_id, name, toggle_icon_color, created_at, updated_at) values (?, ?, ?, ?, ?, ?)",
    );
    const visitor = database.prepare("insert into visitors (id, agent_id, created_at, last_seen_at) values (?, ?, 1, 1)");
    const conversation = database.prepare(
      "insert into conversations (id, agent_id, visitor_id, account_id, unanswered, message_count, last_sequence, created_at, updated_at) values (?, ?, ?, ?, 1, 1, 1, 1764000000000, 1764000000000)",
    );
    const message = database.prepare(
      "insert into messages (id, conversation_id, sequence, author, body, created_at) values (?, ?, 1, 'visitor', ?, 1764000000000)",
    );
    const usage = database.prepare(
      "insert into usage_days (agent_id, day, account_id, messages) values (?, date('now', '+8 hours', 'start of month'), ?, ?)",
    );
    const entry = database.prepare(
      "insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at) values (?, 'agency-1', ?, 'text', ?, 9, ?, 1)",
    );
    const uses = database.prepare("insert into entry_uses (agent_id, entry_id, uses, last_used_at) values ('agency-1', ?, ?, 1)");
    database.transaction(() => {
      for (let n = 1; n <= 200; n++) {
        const id = `agency-${n}`;
        agent.run(
          id,
          ownerId,
          `${["Kedai", "Klinik", "Restoran"][n % 3]} ${n}`,
          ["#0B7A57", "#B45309", "#1D4ED8"][n % 3] ?? "",
          n,
          Date.now(),
        );
        usage.run(id, ownerId, (n * 37) % 60);
        for (let k = 0; k < (n % 7 === 1 ? 4 : 0); k++) {
          visitor.run(`${id}-${k}`, id);
          conversation.run(`${id}-${k}`, id, `${id}-${k}`, ownerId);
          message.run(`${id}-${k}`, `${id}-${k}`, ASKED[k] ?? "");
        }
      }
      for (let n = 1; n <= 12; n++) {
        entry.run(`fact-${n}`, n * 1_000, `Delivery to area ${n} costs RM${n + 4}, and is free for orders over RM${n * 10 + 50}.`, n);
        if (n % 3 > 0) uses.run(`fact-${n}`, n * 17);
      }
    })();
  });
}

/** An owner on the Free Plan who has done three steps of five. */
async function begin(sapa: Sapa, { greeting, answers }: Words): Promise<Owner> {
  const owner = await sapa.signUp("rotan-meru");
  const renamed = await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { displayName: "Rotan Meru" } });
  const chatId = await sapa.createAgent(owner.token, { chatName: "Rotan Meru", defaultMessage: greeting, knowledge: [answers] });
  changeDatabase(sapa, (database) => {
    database.run(
      "insert into sightings (agent_id, host, first_seen_at, last_seen_at) values (?, 'rotanmeru.my', ?1, ?1)".replaceAll(
        "?1",
        `${Date.now()}`,
      ),
      [chatId],
    );
    database.run("insert into preview_days (account_id, day, used) values (?, '2026-01-01', 1)", [owner.id]);
  });
  return { ...owner, user: { ...renamed.body } };
}

/** So that the administrator's list is not empty. */
async function recordPayments(sapa: Sapa, token: string): Promise<void> {
  const { id } = await sapa.signUp("warung-pak-mat");
  for (const [method, amount] of [
    ["bank_transfer", 2_900],
    ["cash", 2_500],
  ] as const) {
    const body = { user: id, planId: 2, amount, date: "2026-01-15", method, note: "Maybank ref 4711" };
    await sapa.call("POST", "/api/payments", { token, body });
  }
}

/** A year of payments and of what models cost, so that the administrator's chart has a shape. */
function fillLedger(sapa: Sapa, owners: readonly string[]): void {
  changeDatabase(sapa, (database) => {
    for (let ago = 0; ago < 12; ago++) {
      owners.forEach((owner, at) => {
        database.run(
          `insert into payments (id, account_id, plan_id, status, amount_sen, sandbox, collection_id, plan_snapshot, activated_at, created_at, updated_at)
          select ?1, ?2, 3, 'success', ?3, 0, 'c', '{"planName":"Pro Yearly","months":12}', at, at, at
          from (select unixepoch('now', ?4) * 1000 as at)`,
          [`ledger-${owner}-${ago}`, owner, 4_900 + ((ago * 7_919) % 30_000) * (at + 1), `-${ago * 30} days`],
        );
        for (const [kind, id] of [
          ["box", `${at}`],
          ["owner", owner],
        ] as const) {
          database.run(
            `insert into cost_months (month, kind, id, replies, unpriced, cost_micros)
            values (strftime('%Y-%m', 'now', '+8 hours', 'start of month', ?1), ?2, ?3, 10, ?4, ?5)`,
            [`-${ago} months`, kind, id, at, (900 + ((ago * 3_571) % 9_000)) * 20_000 * (at + 1)],
          );
        }
      });
    }
  });
}

async function converse(sapa: Sapa, chatId: string, questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    const visitor = await connect(sapa.url, chatId);
    await visitor.ask(question);
  }
}

/** Thirty days of messages, so that the chart has a shape. */
function spreadUsage(sapa: Sapa, ownerId: string, chatId: string): void {
  changeDatabase(sapa, (database) => {
    for (let ago = 1; ago < 30; ago++) {
      database.run(
        "insert into usage_days (agent_id, day, account_id, messages) values (?, date('now', '+8 hours', ?), ?, ?) on conflict do nothing",
        [chatId, `-${ago} days`, ownerId, (ago * 37) % 53],
      );
    }
  });
}
