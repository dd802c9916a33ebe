/** Consent before the first message (product 5.16): asked, stored with the conversation, and kept where it must be. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect, openSocket, type SocketClient } from "../../../test/socket-client.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let owner: { id: string; token: string };
let chatId: string;
const TEXT = { en: "We store what you write.", ms: "Kami menyimpan apa yang anda tulis." };
beforeEach(async () => {
  sapa = await testApp();
  url = await sapa.listen();
  owner = await sapa.signUp("owner");
  chatId = await sapa.createAgent(owner.token, { chatName: "Kopi", askConsent: true, consentText: TEXT, knowledge: ["We open at nine."] });
});
afterEach(() => sapa.close());

const asOwner = (method: string, path: string, body?: unknown) => sapa.call(method, path, { token: owner.token, body });
const count = async (table: "conversations" | "messages" | "visitors" | "consents" | "turns") => {
  const rows = {
    conversations: sql`select count(*) as n from conversations`,
    messages: sql`select count(*) as n from messages`,
    visitors: sql`select count(*) as n from visitors`,
    consents: sql`select count(*) as n from consents`,
    turns: sql`select count(*) as n from turns`,
  };
  return (await sapa.db.get<{ n: number }>(rows[table]))?.n;
};
const stored = () =>
  sapa.db.all<{ version: string; language: string; body: string; at: number; open: number }>(sql`
    select c.version, c.language, c.body, c.agreed_at as at, v.ended_at is null as open
    from consents c join conversations v on v.id = c.conversation_id order by v.created_at, v.id`);
const used = async () => (await asOwner("GET", `/api/users/${owner.id}`)).body.totalMessagesUsed;
const version = ({ session }: SocketClient) => session.consent?.version ?? "";
let messages = 0;
/** Sends a message with this consent, and gives its answer or the code of the error. */
async function say(visitor: SocketClient, text: string, consent?: string): Promise<string> {
  const id = `message-${++messages}-0`;
  visitor.send("chatMessage", { id, text, consent });
  const end = await Promise.race([visitor.next("ack").then(() => "taken"), visitor.next("error").then(({ data }) => data.code)]);
  if (end === "taken") while ((await visitor.next("botTyping", id)).data);
  return end;
}
const change = (body: object) => asOwner("PUT", `/api/chats/${chatId}`, { chatName: "Kopi", ...body });

test("the first message without a consent is refused with the question, and nothing of it is stored or counted", async () => {
  const visitor = await connect(url, chatId);
  expect(visitor.session.consent).toEqual({ version: expect.stringMatching(/^[0-9a-f]{16}$/), text: TEXT.en });
  for (const consent of [undefined, "", "0123456789abcdef", "yes", 1, null, [version(visitor)]]) {
    visitor.send("chatMessage", { id: `message-${++messages}-0`, text: "When do you open?", consent });
    const { data } = await visitor.next("error");
    expect(data).toMatchObject({ code: "consent_required", consent: visitor.session.consent });
  }
  expect(visitor.events.some(({ event }) => event === "ack" || event === "botTyping")).toBe(false);
  for (const table of ["conversations", "messages", "visitors", "consents", "turns"] as const) expect(await count(table)).toBe(0);
  expect(await used()).toBe(0);
  expect(sapa.models.calls).toHaveLength(0);
});

test("an agent that does not ask tells nothing about a consent and stores none, whatever a client sends", async () => {
  await change({ askConsent: false });
  const visitor = await connect(url, chatId);
  expect("consent" in visitor.session).toBe(false);
  expect(await say(visitor, "Hello", "0123456789abcdef")).toBe("taken");
  expect(await count("consents")).toBe(0);
});

test("the consent is stored with the beginning of the conversation: version, language, time and the text as it was shown", async () => {
  const visitor = await openSocket(url);
  const { ticket } = (await sapa.call("POST", `/api/chats/${chatId}/ticket`)).body;
  visitor.send("hello", { chatId, ticket, lang: "ms-MY" });
  visitor.session = (await visitor.next("session")).data;
  expect(visitor.session.consent?.text).toBe(TEXT.ms);
  sapa.clock.pass(5_000);
  const at = sapa.clock.now();
  expect(await say(visitor, "Bila buka?", version(visitor))).toBe("taken");
  expect(await say(visitor, "Dan esok?")).toBe("taken");
  expect(await stored()).toEqual([{ version: version(visitor), language: "ms", body: TEXT.ms, at, open: 1 }]);
});

test("a message whose transaction fails leaves no consent, and the same message succeeds later", async () => {
  const visitor = await connect(url, chatId);
  const { transaction } = sapa.db;
  sapa.db.transaction = (body, options) =>
    transaction(async (tx) => {
      const value = await body(tx);
      if (options?.beforeCommit) throw new Error("the disk failed");
      return value;
    });
  expect(await say(visitor, "Hello", version(visitor))).toBe("reply_failed");
  sapa.db.transaction = transaction;
  expect([await count("consents"), await count("conversations")]).toEqual([0, 0]);
  expect(await say(visitor, "Hello", version(visitor))).toBe("taken");
  expect(await count("consents")).toBe(1);
});

test("a reconnect and another tab are not asked again, and a reset keeps the consent with its first time", async () => {
  const visitor = await connect(url, chatId);
  const agreed = version(visitor);
  await say(visitor, "Hello", agreed);
  const at = sapa.clock.now();
  const { session } = visitor.session;
  visitor.close();
  const back = await connect(url, chatId, { session });
  const tab = await connect(url, chatId, { session });
  expect([back.session.consent, tab.session.consent]).toEqual([undefined, undefined]);
  sapa.clock.pass(DAY_MS);
  back.send("reset", {});
  await back.next("reset");
  expect(await say(back, "Hello again")).toBe("taken");
  expect(await stored()).toEqual([
    { version: agreed, language: "en", body: TEXT.en, at, open: 0 },
    { version: agreed, language: "en", body: TEXT.en, at, open: 1 },
  ]);
});

test("a changed text is asked in new conversations only, and the old version is refused then", async () => {
  const visitor = await connect(url, chatId);
  const agreed = version(visitor);
  await say(visitor, "Hello", agreed);
  await change({ consentText: { ...TEXT, ms: "Teks baharu." } });
  expect(await say(visitor, "Still the same conversation")).toBe("taken");
  const again = await connect(url, chatId, { session: visitor.session.session });
  expect(again.session.consent).toBeUndefined();
  again.send("reset", {});
  await again.next("reset");
  expect(await say(again, "A new one", agreed)).toBe("consent_required");
  const asked = again.events.findLast(({ event }) => event === "error");
  const question = asked?.event === "error" ? asked.data.consent : undefined;
  expect(question).toMatchObject({ text: TEXT.en });
  expect(question?.version).not.toBe(agreed);
  expect(await say(again, "A new one", question?.version)).toBe("taken");
  // Both may be of one millisecond.
  expect((await stored()).map((one) => one.version).sort()).toEqual([agreed, question?.version ?? ""].sort());
});

test("a conversation that began before the agent asked needs a consent before its next message, once", async () => {
  await change({ askConsent: false });
  const visitor = await connect(url, chatId);
  await say(visitor, "Hello");
  await change({ askConsent: true });
  const back = await connect(url, chatId, { session: visitor.session.session });
  expect(back.session).toMatchObject({ messages: [{ text: "Hello" }, {}], consent: { text: TEXT.en } });
  expect(await say(visitor, "More")).toBe("consent_required");
  expect(await say(back, "More", version(back))).toBe("taken");
  expect(await say(visitor, "And more")).toBe("taken");
  expect(await stored()).toMatchObject([{ version: version(back), open: 1 }]);
});

test("a message that was answered before the agent asked gets the same answer when it is sent again", async () => {
  await change({ askConsent: false });
  const visitor = await connect(url, chatId);
  const first = await visitor.ask("When do you open?", "message-again");
  expect(first.text).not.toBe("");
  await change({ askConsent: true });
  expect(await visitor.ask("When do you open?", "message-again")).toMatchObject({ text: first.text, error: null });
  expect([await count("messages"), await count("turns"), await used()]).toEqual([2, 1, 1]);
});

test.each(["refused", "not answered"])(
  "a message that was %s before the agent asked needs a consent when it is tried again",
  async (how) => {
    await change({ askConsent: false, paused: how === "refused" });
    const visitor = await connect(url, chatId);
    await visitor.ask("Hello", "message-again");
    // As a process that was killed leaves it.
    if (how === "not answered")
      await sapa.db.transaction(async (tx) => {
        await tx.run(sql`update turns set state = 'open', charge = 'reserved', ended_at = null`);
        await tx.run(sql`delete from messages where author = 'agent'`);
      });
    const rows = () => sapa.db.all(sql`select id, author, body from messages order by sequence`);
    const before = [await rows(), await used()];
    await change({ askConsent: true, paused: false });
    const text = "My identity card is 800101-14-5678";
    for (const consent of [undefined, "0123456789abcdef"]) {
      visitor.send("chatMessage", { id: "message-again", text, consent });
      expect((await visitor.next("error")).data).toMatchObject({ code: "consent_required", id: "message-again" });
    }
    expect([await rows(), await used()]).toEqual(before);
    expect(await sapa.stored()).not.toContain("800101-14-5678");
    const back = await connect(url, chatId, { session: visitor.session.session });
    back.send("chatMessage", { id: "message-again", text, consent: version(back) });
    while ((await back.next("botTyping", "message-again")).data);
    expect([await count("consents"), await count("messages"), await used()]).toEqual([1, 2, 1]);
  },
);

test("a consent is also needed for a message that is answered with the limit or the away text", async () => {
  await change({ paused: true });
  const visitor = await connect(url, chatId);
  expect(await say(visitor, "Hello")).toBe("consent_required");
  expect(await say(visitor, "Hello", version(visitor))).toBe("taken");
  expect(await count("consents")).toBe(1);
});

test("one agreement of two tabs that write at the same moment is stored once", async () => {
  const first = await connect(url, chatId);
  const second = await connect(url, chatId, { session: first.session.session });
  const agreed = version(first);
  expect(await Promise.all([say(first, "One", agreed), say(second, "Two", agreed)])).toEqual(["taken", "taken"]);
  expect(await count("consents")).toBe(1);
});

test("a text in one language only is shown in both, and without any there is a standard text in each", async () => {
  await change({ consentText: { en: "", ms: TEXT.ms } });
  expect((await connect(url, chatId)).session.consent?.text).toBe(TEXT.ms);
  await change({ consentText: { en: " ", ms: "" } });
  expect((await connect(url, chatId)).session.consent?.text).toStartWith("By starting this chat");
});

test("a preview asks nothing, and the trial below it neither", async () => {
  const { previewId } = (await asOwner("POST", "/api/previews", { chatId, draft: { chatName: "Kopi", askConsent: true } })).body;
  const page = (await sapa.call("GET", `/embed/preview?preview=${previewId}`)).text;
  const boot = JSON.parse(/id=sapa-boot>(.*?)<\/script>/s.exec(page)?.[1] ?? /id="sapa-boot">(.*?)<\/script>/s.exec(page)?.[1] ?? "{}");
  const visitor = await openSocket(url);
  visitor.send("hello", { chatId: "preview", ticket: boot.ticket });
  visitor.session = (await visitor.next("session")).data;
  expect(visitor.session.consent).toBeUndefined();
  expect(await say(visitor, "Hello")).toBe("taken");
  expect(await count("consents")).toBe(0);
});

test("the owner sees the consent with the conversation, in both exports of it and in the visitor's file, and it is erased with them", async () => {
  const visitor = await connect(url, chatId);
  await change({ consentText: { ...TEXT, en: "We <b>store</b> it." } });
  const asked = await connect(url, chatId);
  await say(visitor, "Hello", version(asked));
  const { conversations } = (await asOwner("GET", `/api/chats/${chatId}/conversations`)).body;
  const { id } = conversations[0];
  const details = (await asOwner("GET", `/api/conversations/${id}`)).body;
  const consent = { version: version(asked), language: "en", text: "We <b>store</b> it.", at: new Date(sapa.clock.now()).toISOString() };
  expect(details.consent).toEqual(consent);
  expect((await asOwner("GET", `/api/conversations/${id}/export?format=json`)).body).toMatchObject({ id, consent });
  expect((await asOwner("GET", `/api/conversations/${id}/export?format=text`)).text).toStartWith(
    `[${consent.at}] The visitor agreed to: We <b>store</b> it.\n`,
  );
  const file = (await asOwner("GET", `/api/visitors/${details.visitorId}/export?lang=en`)).text;
  expect(file).toContain("Agreed to on ");
  expect(file).toContain("We &lt;b&gt;store&lt;/b&gt; it.");
  const data = JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/s.exec(file)?.[1] ?? "");
  expect(data.conversations[0].consent).toEqual(consent);
  await asOwner("DELETE", `/api/visitors/${details.visitorId}`);
  expect([await count("consents"), await count("conversations")]).toEqual([0, 0]);
});

test("nobody but the owner reads whether and what an agent asks through its public data", async () => {
  const seen = (await sapa.call("GET", `/api/chats/${chatId}`)).body;
  expect([seen.askConsent, seen.consentText]).toEqual([undefined, undefined]);
  expect((await sapa.call("GET", `/api/chats/${chatId}/privacy`)).body.asksConsent).toBe(true);
});

test("a text that is too long in one language, or lacks one, is refused at its field", async () => {
  for (const consentText of [{ ...TEXT, en: "x".repeat(501) }, { en: "Only English" }, "a text", null]) {
    const { status, body } = await change({ consentText });
    expect([status, Object.keys(body.error?.fields ?? {})[0]?.split(".")[0]]).toEqual([422, "consentText"]);
  }
});
