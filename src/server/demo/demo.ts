/** The demo agents, which exist from the first start: one knows the product, the other the demo's shop. */
import { DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID } from "../../contract/agent.ts";
import { AGENT_DEFAULTS } from "../../contract/agent-fields.ts";
import { PRODUCT_NAME } from "../../contract/brand.ts";
import { DEMO_KEDAI_WORDS } from "../../contract/demo-text.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, LOCALES } from "../../contract/language.ts";
import { fillText } from "../../contract/messages/message.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { DEMO_KEDAI, type DemoWords } from "../../contract/text/demo.ts";
import { findByUsername, insertAccount } from "../accounts/store.ts";
import { type AgentFields, insertAgent, type StoredAgent } from "../agents/store.ts";
import { replaceEntries } from "../knowledge/store.ts";
import { KEYED_VENDORS, VENDORS } from "../models/vendors/vendors.ts";
import { newId } from "../platform/ids.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { SYSTEM_USERNAME } from "../users/sign-up.ts";

const VENDOR_LABELS = new Intl.ListFormat("en-GB").format(KEYED_VENDORS.map((id) => VENDORS[id].label));

/** What the agent about the product knows. `{{product}}` is the product's name. */
const PRODUCT_KNOWLEDGE: readonly string[] = [
  "How to begin: sign up with a username, an email and a password, press Create New Agent on the dashboard, give the agent a name, write what it should know, save, and copy the embed code into your website. It takes about five minutes.",
  "Embedding, for use on WordPress or any other site: put your agent on your website with one line, a script tag that points at /embed.js with your agent's chat id. It works on plain HTML pages, WordPress, Shopify, Wix and through Google Tag Manager.",
  "What {{product}} costs: the Free Plan is free, RM0 a month, with 100 messages a month, one agent and one knowledge entry of up to 500 words. The prices of paid plans are set in ringgit by the operator; see them on the Choose Your Plan page. Payment goes through Billplz.",
  "An agent answers from its knowledge: text entries and entries with an image and a description. You can change the knowledge at any time, and the next answer uses it.",
  "You choose an agent's mood (friendly, professional, cheerful and more), its focus, its greeting, its pictures and its colours. A live preview shows every change while you type.",
  `{{product}} works with models from ${VENDOR_LABELS}, with a local Ollama, and with a built-in answerer that needs no key at all. If a model fails, the built-in answerer takes over, so the chat never falls silent.`,
  "The chat widget is small and fast: the part that a page loads first is under 3 KB, and the chat itself loads only when somebody wants it. Replies stream in as they are written.",
  "You need no credit card to begin. A paid plan does not renew itself, so there is nothing to cancel: when it ends, the account returns to the Free Plan and nothing is deleted.",
  "{{product}} speaks English and Malay, and an agent answers in the language that the visitor writes in.",
  "You can restrict an agent to your own domains, so that it is not shown on other websites.",
  // What the starter questions ask, for visitors who read Malay.
  "Berapa harga {{product}}?\nPelan Percuma tidak dikenakan bayaran: 100 mesej sebulan, satu ejen dan satu entri pengetahuan sehingga 500 patah perkataan. Harga pelan berbayar ditetapkan dalam ringgit oleh pengendali laman ini; lihat halaman Pilih Pelan Anda. Bayaran dibuat melalui Billplz.",
  "Macam mana hendak letak ejen di laman web?\nSalin satu baris kod benam dari papan pemuka dan tampal ke laman web anda. Kod ini berfungsi di halaman HTML biasa, WordPress, Shopify, Wix dan Google Tag Manager.",
  "Di mana data pelanggan disimpan?\nDi pelayan yang menjalankan {{product}} sahaja. Perbualan, pengetahuan dan akaun disimpan dalam satu fail pangkalan data di situ, dan kunci yang disimpan disulitkan.",
];

/** What is only said of the product under its own name: an operator who has renamed it does not sell installations. */
const OWN_KNOWLEDGE: readonly [what: string, data: string, install: string] = [
  "Sapa is a self-hosted product for building AI chat agents. An agency runs it on its own server; business owners sign up, build agents and put them on their websites. Sapa is Malay for “to greet”.",
  "Where your customers' data is kept: on the server that runs Sapa, and nowhere else. Conversations, knowledge and accounts are in one database file there; stored keys are encrypted. The command `sapa backup` writes a checked copy at any time.",
  "To install Sapa you need a Debian or Ubuntu machine: clone the repository and run install.sh. It builds one executable and starts it.",
];
const RENAMED_KNOWLEDGE: readonly [what: string, data: string] = [
  "{{product}} is a service for building AI chat agents: business owners sign up, build agents and put them on their websites.",
  "Where your customers' data is kept: on the servers of {{product}}, and nowhere else. Stored keys are encrypted.",
];

type DemoName = keyof DemoWords["greetings"];

type Words = Pick<AgentFields, "defaultMessage" | "starterQuestions">;

function wordsOf(name: DemoName, language: Language, product: string): Words {
  const { greeting, questions } = DEMO_KEDAI_WORDS[language].greetings[name];
  const named = (text: string) => fillText(text, { product }, LOCALES[language]);
  return { defaultMessage: named(greeting), starterQuestions: questions.map(named) };
}

const DEMO_NAMES: ReadonlyMap<string | null, DemoName> = new Map([
  [DEMO_CHAT_ID, "product"],
  [DEMO_SHOP_CHAT_ID, "shop"],
]);

/**
 * A demo agent greets in the visitor's language. What the operator has changed, and other agents, stay as they are. The agent
 * about the product has the product's name (`rename.ts`).
 */
export function greetIn(language: Language, id: string | null, fields: AgentFields): AgentFields {
  const name = DEMO_NAMES.get(id);
  if (name === undefined) return fields;
  const [seeded, words] = [wordsOf(name, DEFAULT_LANGUAGE, fields.name), wordsOf(name, language, fields.name)];
  const isSeeded = (field: keyof typeof words) => JSON.stringify(fields[field]) === JSON.stringify(seeded[field]);
  return {
    ...fields,
    ...(isSeeded("defaultMessage") && { defaultMessage: words.defaultMessage }),
    ...(isSeeded("starterQuestions") && { starterQuestions: words.starterQuestions }),
  };
}

/** What the agent about the product is made of, for a product with this name. */
export function productAgent(product: string) {
  const own = product === PRODUCT_NAME ? OWN_KNOWLEDGE : RENAMED_KNOWLEDGE;
  return {
    name: product,
    ...wordsOf("product", DEFAULT_LANGUAGE, product),
    focus: `Explaining the product ${product} to people who consider using it, and helping them to begin.`,
    knowledge: [...own, ...PRODUCT_KNOWLEDGE].map((text) => fillText(text, { product }, LOCALES[DEFAULT_LANGUAGE])),
  };
}

export const DEMO_AGENTS = [
  {
    id: DEMO_CHAT_ID,
    ...productAgent(PRODUCT_NAME),
    mood: "mesra dan santai",
    toggleIconColor: "#1F6B4F",
    sendButtonColor: "#1F6B4F",
    userChatboxColor: "#DCEFE6",
    botBackgroundColor: "#F1EEE8",
  },
  {
    id: DEMO_SHOP_CHAT_ID,
    name: DEMO_KEDAI.name,
    ...wordsOf("shop", DEFAULT_LANGUAGE, PRODUCT_NAME),
    mood: "mesra dan santai",
    focus: `Customer service of ${DEMO_KEDAI.name}, a coffee shop in ${DEMO_KEDAI.town}.`,
    toggleIconColor: "#8A4B1F",
    sendButtonColor: "#8A4B1F",
    userChatboxColor: "#F3E3D3",
    botBackgroundColor: "#F1EEE8",
    knowledge: LANGUAGES.flatMap((language) => DEMO_KEDAI_WORDS[language].knowledge),
  },
] as const;

/** The setting that lists the demo agents that this installation has made so far. */
const SEEDED = "demo.seeded";

/** Makes each demo agent once. An agent that the operator has changed or deleted since is left as it is. */
export async function seedDemo(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const seeded = (await findSetting(tx, SEEDED))?.split(",") ?? [];
    const missing = DEMO_AGENTS.filter((demo) => !seeded.includes(demo.id));
    if (missing.length === 0) return;
    const ownerId = await keepSystemAccount(tx);
    for (const demo of missing) {
      const { knowledge, ...fields } = demo;
      const agent: StoredAgent = {
        ...AGENT_DEFAULTS,
        ...fields,
        accountId: ownerId,
        hasIdentifySecret: false,
        createdAt: tx.now,
        updatedAt: tx.now,
        knowledgeUpdatedAt: tx.now,
        versionNumber: 0,
        publishedVersion: null,
      };
      await insertAgent(tx, agent);
      await replaceEntries(tx, demo.id, knowledge);
    }
    await putSetting(tx, { key: SEEDED, value: DEMO_AGENTS.map((demo) => demo.id).join(","), sealed: false });
  });
}

/** Finds or creates the system's account. No password can match its hash, because it is not a valid hash. */
export async function keepSystemAccount(tx: Tx): Promise<string> {
  const known = await findByUsername(tx, SYSTEM_USERNAME);
  if (known) return known.id;
  const id = newId();
  await insertAccount(tx, {
    id,
    username: SYSTEM_USERNAME,
    email: null,
    passwordHash: "!",
    role: "system",
    planId: FREE_PLAN_ID,
    planValidUntil: null,
    suspendedAt: null,
    createdAt: tx.now,
  });
  return id;
}
