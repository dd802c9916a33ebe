import { expect, test } from "bun:test";
import { systemClock } from "../../platform/clock.ts";
import type { Model, ModelEvent } from "../model.ts";
import { openAttempt } from "./attempt.ts";

const request = {
  model: "m",
  system: "s",
  messages: [{ role: "user" as const, text: "q" }],
  maxOutputTokens: 9,
  contextTokens: 99,
  cacheKey: "a",
  baseUrl: "",
  apiKey: null,
  dialect: { maxTokensParameter: "max_tokens" as const, systemRole: "system" as const, temperature: null },
};
const END: ModelEvent = { type: "end", stop: "complete", usage: null };
const saying = (...texts: string[]): Model => ({
  async *stream() {
    for (const text of texts) yield { type: "text", text };
    yield END;
  },
});
const open = (model: Model, limits = { firstMs: 5_000, betweenMs: 5_000 }) =>
  openAttempt(model, request, {
    clock: systemClock,
    limits: { ...limits, deadline: systemClock.elapsed() + 10_000 },
    visitor: new AbortController().signal,
  });

test("blank text before the first word is not shown", async () => {
  const attempt = open(saying("", "\n", " ", "Hello", "\n", "there"));
  const events = [await attempt.next(), await attempt.next(), await attempt.next(), await attempt.next()];
  expect(events).toEqual([{ type: "text", text: "Hello" }, { type: "text", text: "\n" }, { type: "text", text: "there" }, END]);
  attempt.close();
});

test("a slow reader does not make the vendor time out", async () => {
  const attempt = open(saying("one", "two"), { firstMs: 60, betweenMs: 60 });
  expect(await attempt.next()).toEqual({ type: "text", text: "one" });
  await Bun.sleep(200);
  expect(await attempt.next()).toEqual({ type: "text", text: "two" });
  attempt.close();
});

test("a vendor that hangs times out in time, even if the wall clock is set back an hour in between", async () => {
  const hang: Model = {
    async *stream({ signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      yield END;
    },
  };
  let wall = 0;
  const attempt = openAttempt(hang, request, {
    clock: { ...systemClock, now: () => systemClock.now() + wall },
    limits: { firstMs: 100, betweenMs: 100, deadline: systemClock.elapsed() + 300 },
    visitor: new AbortController().signal,
  });
  const reply = attempt.next();
  wall = -3_600_000;
  await expect(reply).rejects.toMatchObject({ failure: "timeout" });
  attempt.close();
});

test("anything that an adapter throws becomes a model failure", async () => {
  const attempt = open({
    async *stream() {
      await Promise.reject(new TypeError("a bug"));
      yield END;
    },
  });
  expect(attempt.next()).rejects.toMatchObject({ name: "ModelError", failure: "protocol" });
  attempt.close();
});

test("closing tells the adapter to stop", async () => {
  let isStopped = false;
  const attempt = open({
    async *stream({ signal }) {
      signal.addEventListener("abort", () => {
        isStopped = true;
      });
      yield { type: "text", text: "one" };
      yield END;
    },
  });
  await attempt.next();
  attempt.close();
  expect(isStopped).toBe(true);
});

test("impossible figures count as missing, and the reply stays valid", async () => {
  const ending = async (usage: { inputTokens: number; outputTokens: number; cacheReadTokens?: number }) => {
    const attempt = open({
      async *stream() {
        yield { type: "text", text: "Hello" };
        yield { type: "end", stop: "complete", usage: { ...usage, estimated: false } };
      },
    });
    await attempt.next();
    const end = await attempt.next();
    attempt.close();
    return end?.type === "end" ? end.usage : undefined;
  };
  for (const inputTokens of [-5, 1.5, 1e300, Number.NaN]) expect(await ending({ inputTokens, outputTokens: 1 })).toBeNull();
  expect(await ending({ inputTokens: 5, outputTokens: -1 })).toBeNull();
  expect(await ending({ inputTokens: 5, outputTokens: 1, cacheReadTokens: 0.5 })).toBeNull();
  expect(await ending({ inputTokens: 5, outputTokens: 0 })).toMatchObject({ inputTokens: 5, outputTokens: 0 });
});

test("a vendor that was still thinking at the timeout is billed; a vendor that never answered is not", async () => {
  const late = (isAccepted: boolean) =>
    open(
      {
        async *stream({ signal }) {
          if (isAccepted) yield { type: "accepted" };
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          yield END;
        },
      },
      { firstMs: 30, betweenMs: 30 },
    );
  for (const [isAccepted, billed] of [
    [true, "unknown"],
    [false, null],
  ] as const) {
    const attempt = late(isAccepted);
    expect(await attempt.next().catch((error) => error)).toMatchObject({ failure: "timeout", billed });
    attempt.close();
  }
});
