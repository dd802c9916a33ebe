import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ServerEvent, SessionData } from "../../contract/chat.ts";
import { applyEvent, type Conversation, type ConversationEvent, EMPTY, type Entry, isAwaiting, placesAhead } from "./conversation.ts";

const AT = "2026-11-21T03:00:00.000Z";

function after(...events: ConversationEvent[]): Conversation {
  return events.reduce(applyEvent, applyEvent(EMPTY, { event: "greeted", data: { text: "Hai!", at: AT } }));
}
const written = (id: string, text = `text of ${id}`): ConversationEvent => ({ event: "written", data: { id, text, at: AT } });
const handed = (id: string): ConversationEvent => ({ event: "handed", data: { id } });
const ack = (id: string): ConversationEvent => ({ event: "ack", data: { id } });
const chunk = (id: string, chunkIndex: number, text: string, isLast = false): ConversationEvent => ({
  event: "botMessageChunk",
  data: { id, chunk: text, chunkIndex, isLast },
  id,
  at: AT,
});
const typing = (id: string, data: boolean): ConversationEvent => ({ event: "botTyping", data, id });
const failed = (id: string, code: "reply_failed" | "queue_full" | "too_many" | "too_long"): ConversationEvent => ({
  event: "error",
  data: { code, message: "", id },
  id,
});
const session = (more: Partial<SessionData> = {}): ConversationEvent => ({
  event: "session",
  data: { session: "s", chatId: "demo", messages: [], live: null, pending: [], ...more },
});
const user = (id: string) => ({ id, sender: "user" as const, text: `text of ${id}`, at: AT });
const bot = (id: string, text = `answer to ${id}`) => ({ id, sender: "bot" as const, text, at: AT });

const texts = (state: Conversation) => state.entries.map((entry) => `${entry.sender}: ${entry.text}`);
const entryOf = (state: Conversation, id: string, sender: Entry["sender"] = "user") =>
  state.entries.find((entry) => entry.id === id && entry.sender === sender);

describe("a conversation", () => {
  test("begins with the default message, as a bot message, if the agent has one", () => {
    expect(after().entries).toEqual([{ id: "", sender: "bot", text: "Hai!", at: AT, isStreaming: false, isInitial: true }]);
    expect(applyEvent(EMPTY, { event: "greeted", data: { text: "", at: AT } }).entries).toEqual([]);
  });

  test("shows a message at once and waits for its answer once the socket has it", () => {
    const before = after(written("m1"));
    expect(texts(before)).toEqual(["bot: Hai!", "user: text of m1"]);
    expect(isAwaiting(before)).toBe(false);
    expect(isAwaiting(applyEvent(before, handed("m1")))).toBe(true);
  });

  test("streams a reply until its last chunk, and hides the typing indicator once there is text", () => {
    const first = after(written("m1"), handed("m1"), ack("m1"), typing("m1", true), chunk("m1", 0, "Sela"));
    expect(entryOf(first, "m1", "bot")).toMatchObject({ text: "Sela", isStreaming: true });
    expect(isAwaiting(first)).toBe(false);
    const last = [chunk("m1", 1, "mat", false), chunk("m1", 2, "", true), typing("m1", false)].reduce(applyEvent, first);
    expect(entryOf(last, "m1", "bot")).toMatchObject({ text: "Selamat", isStreaming: false });
    expect(last.open).toEqual([]);
  });

  test("keeps the quick replies of a streamed, a whole and a recorded reply", () => {
    const quickReplies = ["Delivery", "Opening hours"];
    const begun = after(written("m1"), handed("m1"), ack("m1"), chunk("m1", 0, "I can tell you about: "));
    const last: ConversationEvent = {
      event: "botMessageChunk",
      id: "m1",
      data: { id: "m1", chunk: "", chunkIndex: 1, isLast: true, quickReplies },
    };
    expect(entryOf(applyEvent(begun, last), "m1", "bot")?.quickReplies).toEqual(quickReplies);
    const whole: ConversationEvent = { event: "botMessage", id: "m1", data: { id: "m1", text: "Hm.", kind: "reply", quickReplies } };
    expect(entryOf(applyEvent(begun, whole), "m1", "bot")?.quickReplies).toEqual(quickReplies);
    const recorded = after(session({ messages: [user("m1"), { ...bot("m1"), quickReplies }] }));
    expect(recorded.entries.at(-1)?.quickReplies).toEqual(quickReplies);
  });

  test("knows how many replies are ahead, until the first text, a failure or a lost turn", () => {
    const waiting = (id: string, ahead: number): ConversationEvent => ({ event: "botWaiting", id, data: { id, ahead } });
    const asked = after(written("m1"), handed("m1"), ack("m1"), typing("m1", true));
    expect(placesAhead(asked)).toBeNull();
    const third = applyEvent(asked, waiting("m1", 2));
    expect([placesAhead(third), isAwaiting(third)]).toEqual([2, true]);
    const next = applyEvent(third, waiting("m1", 0));
    expect(placesAhead(next)).toBe(0);
    expect(placesAhead(applyEvent(next, chunk("m1", 0, "Sela")))).toBeNull();
    expect(placesAhead(applyEvent(next, { event: "cleared" }))).toBeNull();
    expect(placesAhead(applyEvent(next, typing("m1", false)))).toBeNull();
    const again = [failed("m1", "reply_failed"), { event: "retried", data: { id: "m1", newId: "m9" } } as const, handed("m1")];
    expect(placesAhead(again.reduce<Conversation>(applyEvent, next))).toBeNull();
    expect(applyEvent(asked, waiting("gone", 4))).toEqual(asked);
  });

  test("ignores a chunk that it already has, and requests a missing one", () => {
    const state = after(written("m1"), handed("m1"), chunk("m1", 0, "a"), chunk("m1", 1, "b"));
    expect(applyEvent(state, chunk("m1", 1, "b"))).toBe(state);
    const gap = applyEvent(state, chunk("m1", 4, "e"));
    expect(gap.gap).toEqual({ id: "m1", chunkIndex: 1 });
    expect(entryOf(gap, "m1", "bot")?.text).toBe("ab");
    const healed = [chunk("m1", 2, "c"), chunk("m1", 3, "d"), chunk("m1", 4, "e", true)].reduce(applyEvent, gap);
    expect(entryOf(healed, "m1", "bot")).toMatchObject({ text: "abcde", isStreaming: false });
    expect(healed.gap).toBeNull();
  });

  test("replaces the streamed text with a whole reply, and only once", () => {
    const state = after(written("m1"), handed("m1"), chunk("m1", 0, "half"));
    const whole: ConversationEvent = { event: "botMessage", data: { id: "m1", text: "the whole", kind: "reply" }, id: "m1", at: AT };
    const twice = [whole, whole].reduce(applyEvent, state);
    expect(texts(twice)).toEqual(["bot: Hai!", "user: text of m1", "bot: the whole"]);
    expect(twice.open).toEqual([]);
  });

  test("reset leaves just the default message, and late events of the old conversation change nothing", () => {
    const state = after(written("m1"), handed("m1"), ack("m1"), chunk("m1", 0, "a"), { event: "cleared" });
    expect(texts(state)).toEqual(["bot: Hai!"]);
    for (const late of [chunk("m1", 1, "b"), chunk("m1", 0, "a"), ack("m1"), typing("m1", true), failed("m1", "reply_failed")]) {
      const next = applyEvent(state, late);
      expect(texts(next)).toEqual(["bot: Hai!"]);
      expect(isAwaiting(next)).toBe(false);
      expect(next.gap).toBeNull();
    }
  });

  test("a message written after a reset survives the reset's echo", () => {
    const state = after(written("m1"), handed("m1"), ack("m1"), { event: "cleared" }, written("m2"), handed("m2"), {
      event: "reset",
      data: {},
    });
    expect(texts(state)).toEqual(["bot: Hai!", "user: text of m2"]);
    expect(state.open).toEqual(["m2"]);
  });

  test("a reset in another tab clears what the server had", () => {
    const state = after(written("m1"), handed("m1"), ack("m1"), chunk("m1", 0, "a", true), { event: "reset", data: {} });
    expect(texts(state)).toEqual(["bot: Hai!"]);
  });
});

describe("trouble", () => {
  test("a failed turn ends the waiting and can be retried with the same id once, then with a new one", () => {
    const state = after(written("m1"), handed("m1"), ack("m1"), failed("m1", "reply_failed"), typing("m1", false));
    expect(entryOf(state, "m1")).toMatchObject({ delivery: "failed", failure: "reply_failed" });
    expect(isAwaiting(state)).toBe(false);
    const again = applyEvent(state, { event: "retried", data: { id: "m1", newId: "n1" } });
    expect(entryOf(again, "m1")?.delivery).toBe("waiting");
    const twice = [handed("m1"), failed("m1", "reply_failed")].reduce(applyEvent, again);
    const renamed = applyEvent(twice, { event: "retried", data: { id: "m1", newId: "n1" } });
    expect(entryOf(renamed, "m1")).toBeUndefined();
    expect(entryOf(renamed, "n1")?.delivery).toBe("waiting");
  });

  test("a retried reply starts from its beginning", () => {
    const state = after(written("m1"), handed("m1"), chunk("m1", 0, "half a re"), failed("m1", "reply_failed"));
    expect(entryOf(state, "m1", "bot")).toMatchObject({ interrupted: true, isStreaming: false });
    const again = [{ event: "retried", data: { id: "m1", newId: "n" } } as const, handed("m1"), chunk("m1", 0, "whole", true)].reduce(
      applyEvent,
      state,
    );
    expect(texts(again)).toEqual(["bot: Hai!", "user: text of m1", "bot: whole"]);
  });

  test("a message that the server cannot accept now is sent again later; one that it can never accept has failed", () => {
    for (const code of ["queue_full", "too_many"] as const) {
      expect(entryOf(after(written("m1"), handed("m1"), failed("m1", code)), "m1")?.delivery).toBe("waiting");
    }
    expect(entryOf(after(written("m1"), handed("m1"), failed("m1", "too_long")), "m1")?.delivery).toBe("failed");
  });

  test("an unacknowledged message is sent again after the connection is lost, an acknowledged one is not", () => {
    const state = after(written("m1"), handed("m1"), ack("m1"), written("m2"), handed("m2"), { event: "lost" });
    expect(entryOf(state, "m1")?.delivery).toBe("sent");
    expect(entryOf(state, "m2")?.delivery).toBe("waiting");
  });

  test("typing off without an id ends all turns", () => {
    const state = after(written("m1"), handed("m1"), written("m2"), handed("m2"), { event: "botTyping", data: false } as ServerEvent);
    expect(isAwaiting(state)).toBe(false);
  });
});

describe("a reconnect", () => {
  test("the record replaces the entries, and messages that it lacks are kept after it", () => {
    const state = after(
      written("m1"),
      handed("m1"),
      ack("m1"),
      written("m2"),
      { event: "lost" },
      session({ messages: [user("m1"), bot("m1")] }),
    );
    expect(texts(state)).toEqual(["bot: Hai!", "user: text of m1", "bot: answer to m1", "user: text of m2"]);
    expect(entryOf(state, "m2")?.delivery).toBe("waiting");
  });

  test("a message whose ack was lost is not shown twice", () => {
    const state = after(written("m1"), handed("m1"), { event: "lost" }, session({ messages: [user("m1")], pending: ["m1"] }));
    expect(texts(state)).toEqual(["bot: Hai!", "user: text of m1"]);
    expect(entryOf(state, "m1")?.delivery).toBe("sent");
    expect(isAwaiting(state)).toBe(true);
  });

  test("a reply that is being streamed continues where it is", () => {
    const live = { id: "m1", chunks: ["Sela", "mat "] };
    const state = after(session({ messages: [user("m1")], live, pending: [] }), chunk("m1", 2, "datang", true));
    expect(entryOf(state, "m1", "bot")).toMatchObject({ text: "Selamat datang", isStreaming: false });
    expect(isAwaiting(state)).toBe(false);
  });

  test("a last message that is no longer being answered can be retried", () => {
    const state = after(session({ messages: [user("m1"), bot("m1"), user("m2")] }));
    expect(entryOf(state, "m2")).toMatchObject({ delivery: "failed", failure: "reply_failed" });
    expect(entryOf(state, "m1")?.delivery).toBe("sent");
  });

  test("a conversation that was reset elsewhere is also cleared here", () => {
    expect(texts(after(written("m1"), handed("m1"), ack("m1"), { event: "lost" }, session()))).toEqual(["bot: Hai!"]);
  });

  test("another tab's message appears once", () => {
    const state = after({ event: "visitorMessage", data: user("m1") }, { event: "visitorMessage", data: user("m1") });
    expect(texts(state)).toEqual(["bot: Hai!", "user: text of m1"]);
    expect(isAwaiting(state)).toBe(true);
  });
});

describe("whatever the network does", () => {
  const parts = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 20 });

  test("a reply that is interrupted anywhere and resumed from the record has the text that the model sent, and the waiting ends", () => {
    fc.assert(
      fc.property(parts, fc.array(fc.nat(20), { maxLength: 5 }), fc.boolean(), (chunks, cuts, isTold) => {
        let state = after(session(), written("m1"), handed("m1"), ack("m1"), typing("m1", true));
        chunks.forEach((text, i) => {
          if (cuts.includes(i)) {
            // The chunk before the disconnect may or may not have arrived, so the resumed session has all chunks so far.
            const live = i === 0 ? null : { id: "m1", chunks: chunks.slice(0, i) };
            state = [{ event: "lost" } as const, session({ messages: [user("m1")], live, pending: live ? [] : ["m1"] })].reduce(
              applyEvent,
              state,
            );
          }
          if (isTold || i === chunks.length - 1 || !cuts.includes(i + 1))
            state = applyEvent(state, chunk("m1", i, text, i === chunks.length - 1));
        });
        const end = applyEvent(state, typing("m1", false));
        expect(isAwaiting(end)).toBe(false);
        expect(end.entries.filter((entry) => entry.sender === "bot" && !entry.isInitial)).toHaveLength(1);
        expect(entryOf(end, "m1", "bot")).toMatchObject({ text: chunks.join(""), isStreaming: false });
      }),
    );
  });

  test("events in any order never throw and never duplicate an id, and typing off for all ends the waiting", () => {
    const ids = fc.constantFrom("m1", "m2", "m3");
    const anyEvent: fc.Arbitrary<ConversationEvent> = fc.oneof(
      ids.map((id) => handed(id)),
      ids.map((id) => ack(id)),
      fc.tuple(ids, fc.nat(4), fc.string(), fc.boolean()).map(([id, i, text, isLast]) => chunk(id, i, text, isLast)),
      fc.tuple(ids, fc.boolean()).map(([id, on]) => typing(id, on)),
      fc.tuple(ids, fc.constantFrom("reply_failed" as const, "queue_full" as const)).map(([id, code]) => failed(id, code)),
      fc.constant<ConversationEvent>({ event: "lost" }),
      fc.constant<ConversationEvent>({ event: "cleared" }),
      fc.constant<ConversationEvent>({ event: "reset", data: {} }),
      ids.map((id): ConversationEvent => ({ event: "retried", data: { id, newId: `new-${id}` } })),
      fc.subarray(["m1", "m2", "m3"]).map((known) => session({ messages: known.map(user), pending: known })),
    );
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const state = events.reduce(applyEvent, after(written("m1"), written("m2"), written("m3")));
        const keys = state.entries.map((entry) => entry.sender + entry.id);
        expect(new Set(keys).size).toBe(keys.length);
        const ended = ["m1", "m2", "m3", "new-m1", "new-m2", "new-m3"].reduce((now, id) => applyEvent(now, typing(id, false)), state);
        expect(isAwaiting(ended)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
