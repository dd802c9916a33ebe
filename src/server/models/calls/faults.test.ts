/**
 * Every wire protocol with a vendor that misbehaves: which failure results, how often it was called, and whether it
 * noticed that we left.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type FaultServer, type Script, startFaultServer, VENDOR_SHAPES } from "../../../../test/fault-server.ts";
import { until } from "../../../../test/until.ts";
import { DEFAULT_LIMITS } from "../../../contract/limits.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import type { ModelFailure } from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import { VENDOR_URLS } from "../vendors/addresses.ts";
import { VENDOR_IDS, type Vendor } from "../vendors/vendors.ts";
import type { Candidate } from "./candidates.ts";
import { createModels, type Models } from "./models.ts";
import type { ModelTimeouts } from "./one-model.ts";
import { askEach, type ReplyEnded } from "./reply.ts";

const KEY = "sk-canary-1234567890abcdef";
/** Timeouts that a vendor that answers never reaches, however busy the machine is. */
const PATIENT: ModelTimeouts = { firstTokenMs: 10_000, betweenTokensMs: 10_000, totalMs: 15_000, ollamaFirstTokenMs: 10_000 };
/** Longer than any test may run. */
const ENDLESS: ModelTimeouts = { firstTokenMs: 900_000, betweenTokensMs: 900_000, totalMs: 900_000, ollamaFirstTokenMs: 900_000 };
const IMPATIENT: ModelTimeouts = { firstTokenMs: 150, betweenTokensMs: 150, totalMs: 15_000, ollamaFirstTokenMs: 150 };
const protocols = Object.keys(VENDOR_SHAPES) as (keyof typeof VENDOR_SHAPES)[];

let server: FaultServer;
let logged: string[] = [];
/** The requested sleeps in milliseconds; the clock itself sleeps only a moment. */
let slept: number[] = [];
const clock: Clock = {
  now: systemClock.now,
  elapsed: systemClock.elapsed,
  sleep: (ms, signal) => {
    slept.push(ms);
    return systemClock.sleep(Math.min(ms, 20), signal);
  },
};
beforeAll(() => {
  server = startFaultServer();
});
afterAll(() => server.stop());

function startModels(): Models {
  logged = [];
  slept = [];
  const urls = Object.fromEntries(VENDOR_IDS.map((id) => [id, server.url])) as Record<Vendor, string>;
  return createModels({ urls, clock, log: createLog("debug", (line) => logged.push(line)), random: () => 0 });
}

const settingsFor = (aiModel: string, failover: string[] = []) => ({
  aiModel,
  failover,
  keys: { openai: KEY, anthropic: KEY, google: KEY, cohere: KEY, groq: KEY, deepseek: KEY, mistral: KEY },
  timeouts: PATIENT,
});

const MODEL_OF = {
  openai: "gpt-4o",
  anthropic: "claude-3-haiku",
  google: "gemini-pro",
  cohere: "cohere-command",
  ollama: "ollama/llama3",
} as const;

async function candidatesOf(models: Models, protocol: keyof typeof MODEL_OF): Promise<Candidate[]> {
  if (protocol === "ollama") {
    server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })));
    await models.refreshOllama();
  }
  return models.choose(settingsFor(MODEL_OF[protocol])).candidates;
}

interface Outcome {
  text: string;
  ended: ReplyEnded;
}

const hello = async () => ({ system: "Rules.", messages: [{ role: "user" as const, text: "hello" }], maxOutputTokens: 500 });

async function ask(
  models: Models,
  candidates: Candidate[],
  options: { signal?: AbortSignal; timeouts?: ModelTimeouts; onText?: () => void } = {},
): Promise<Outcome> {
  const request = {
    asked: await askEach(candidates, hello),
    cacheKey: "agent-1",
    account: "account-1",
    places: DEFAULT_LIMITS,
    signal: options.signal ?? new AbortController().signal,
  };
  let text = "";
  const ends: ReplyEnded[] = [];
  for await (const event of models.stream(request, options.timeouts ?? PATIENT)) {
    if (event.type === "ended") {
      ends.push(event);
      continue;
    }
    expect(ends).toEqual([]);
    text += event.text;
    options.onText?.();
  }
  const [ended, ...more] = ends;
  if (!ended || more.length > 0) throw new Error(`the reply has ${ends.length} end events`);
  return { text, ended };
}

for (const protocol of protocols) {
  const shape = VENDOR_SHAPES[protocol];
  const good: Script = (wire) => {
    wire.begin(shape.type);
    wire.write(shape.start + shape.text("Hello ") + shape.text("there") + shape.end("complete", { input: 12, output: 3 }));
    wire.end();
  };

  describe(protocol, () => {
    test("a good reply is streamed with its usage, in one try", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave(good);
      const outcome = await ask(models, candidates);
      expect(outcome.text).toBe("Hello there");
      expect(outcome.ended).toEqual({
        type: "ended",
        outcome: "complete",
        model: MODEL_OF[protocol],
        price: candidates[0]?.price ?? null,
        failure: null,
        usage: { inputTokens: 12, outputTokens: 3, estimated: false },
        notes: [],
        lost: [],
      });
      expect(server.seen).toHaveLength(1);
    });

    test("usage that the vendor does not report is estimated and marked as estimated", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => {
        wire.begin(shape.type);
        // Anthropic's first event also has figures.
        wire.write(shape.text("Hello there") + shape.end("complete", null));
        wire.end();
      });
      const { usage } = (await ask(models, candidates)).ended;
      expect(usage?.estimated).toBe(true);
      expect(usage?.inputTokens).toBeGreaterThan(0);
      expect(usage?.outputTokens).toBeGreaterThan(0);
    });

    test("the text is complete even if every byte arrives separately", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      const text = "Héllo 你好 🍜 சரி";
      server.behave(async (wire) => {
        wire.begin(shape.type);
        wire.write(shape.start);
        for (const byte of new TextEncoder().encode(shape.text(text))) {
          wire.write(new Uint8Array([byte]));
          await Bun.sleep(0);
        }
        wire.write(shape.end("complete", null));
        wire.end();
      });
      const outcome = await ask(models, candidates);
      expect(outcome.ended.outcome).toBe("complete");
      expect(outcome.text).toBe(text);
    });

    test("stops for length and for safety are distinguished", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      for (const stop of protocol === "ollama" ? (["length"] as const) : (["length", "refusal"] as const)) {
        server.behave((wire) => {
          wire.begin(shape.type);
          wire.write(shape.start + shape.text("Well") + shape.end(stop, null));
          wire.end();
        });
        expect((await ask(models, candidates)).ended.outcome).toBe(stop);
      }
    });

    test("an empty reply is a failure and is not requested again", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.end("complete", null));
        wire.end();
      });
      const outcome = await ask(models, candidates);
      expect(outcome.ended).toMatchObject({ outcome: "failed", failure: "empty", model: null, usage: null });
      expect(server.seen).toHaveLength(1);
    });

    test("a stream without its end marker is a failure, even if it is closed properly", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.text("Half of"));
        wire.end();
      });
      const outcome = await ask(models, candidates);
      expect(outcome.text).toBe("Half of");
      expect(outcome.ended).toMatchObject({ outcome: "broken", failure: "protocol", model: MODEL_OF[protocol] });
      // The reply was interrupted, so the figures are estimated.
      expect(outcome.ended.usage).toMatchObject({ estimated: true, outputTokens: estimateTokens("Half of") });
      expect(server.seen).toHaveLength(1);
    });

    test("an interrupted reply is not repeated", async () => {
      const heard = Promise.withResolvers<void>();
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave(async (wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.text("Half of"));
        // Data that was not read by then is lost with the connection.
        await heard.promise;
        wire.reset();
      });
      const outcome = await ask(models, candidates, { onText: heard.resolve });
      expect(outcome.text).toBe("Half of");
      expect(outcome.ended.outcome).toBe("broken");
      expect(server.seen).toHaveLength(1);
    });

    test("a connection that breaks before the first text is tried again", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => wire.reset(), good);
      const outcome = await ask(models, candidates);
      expect(outcome.text).toBe("Hello there");
      expect(server.seen).toHaveLength(2);
    });

    test("a malformed event is a failure", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(protocol === "ollama" ? '{"message": oops\n' : "data: {oops\n\n");
        wire.write(shape.text("more") + shape.end("complete", null));
        wire.end();
      });
      expect((await ask(models, candidates)).ended.failure).toBe("protocol");
      expect(server.seen).toHaveLength(1);
    });

    test("an error event after the 200 is the error that it names", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      const failing: Script = (wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.errorEvent);
        wire.end();
      };
      server.behave(failing, failing, good);
      expect((await ask(models, candidates)).text).toBe("Hello there");
      expect(server.seen).toHaveLength(3);
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.text("Half") + shape.errorEvent);
        wire.end();
      });
      const broken = await ask(models, candidates);
      expect(broken.text).toBe("Half");
      expect(broken.ended).toMatchObject({ outcome: "broken", failure: "overloaded" });
      expect(server.seen).toHaveLength(1);
    });

    test("an HTML page instead of a stream is a failure", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => wire.reply(200, "text/html", "<html>Sign in to the hotel's Wi-Fi</html>"));
      expect((await ask(models, candidates)).ended.failure).toBe("protocol");
      server.behave((wire) => wire.reply(502, "text/html", "<html>Bad gateway</html>"), good);
      expect((await ask(models, candidates)).text).toBe("Hello there");
    });

    test("a redirect is not followed, because it would send the key elsewhere", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => wire.reply(307, "text/plain", "", { location: `${server.url}/elsewhere` }), good);
      expect((await ask(models, candidates)).ended.failure).toBe("protocol");
      expect(server.seen).toHaveLength(1);
    });

    const answers: [Parameters<typeof shape.error>[0], ModelFailure, number][] = [
      ["bad_key", "bad_key", 1],
      ["no_credit", "no_credit", 1],
      ["rate_limited", "rate_limited", 3],
      ["server", "overloaded", 3],
      ["overloaded", "overloaded", 3],
      ["unknown_model", "unknown_model", protocol === "openai" ? 2 : 1],
      ["too_long", "too_long", 1],
      ["rejected", "rejected", 1],
    ];
    for (const [kind, failure, calls] of answers) {
      test(`the answer "${kind}" is the failure ${failure} after ${calls} request(s), and no text contains the key`, async () => {
        const models = startModels();
        const candidates = await candidatesOf(models, protocol);
        const { status, body } = shape.error(kind);
        server.behave((wire) => wire.reply(status, "application/json", body.replace("sk-abc***wxyz", KEY)));
        const { ended } = await ask(models, candidates);
        expect(ended).toMatchObject({ outcome: "failed", failure });
        expect(ended.notes.length).toBeGreaterThan(0);
        expect(server.seen).toHaveLength(calls);
        expect(JSON.stringify([ended, logged])).not.toContain(KEY);
      });
    }

    test.each([
      [402, "no_credit", 1],
      [408, "overloaded", 3],
      [409, "overloaded", 3],
      [502, "overloaded", 3],
      [529, "overloaded", 3],
    ] as const)("the status %i with an HTML page is %s after %i request(s)", async (status, failure, calls) => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => wire.reply(status, "text/html", "<h1>secret-page</h1>"));
      const { ended } = await ask(models, candidates);
      expect([ended.failure, server.seen.length]).toEqual([failure, calls]);
      expect(JSON.stringify([ended, logged])).not.toContain("secret-page");
    });

    test("a vendor that hangs before or after the first text times out, and notices the end of the request", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave(() => undefined);
      expect((await ask(models, candidates, { timeouts: IMPATIENT })).ended.failure).toBe("timeout");
      expect(server.seen).toHaveLength(1);
      await until(() => server.seen.every(({ isAborted }) => isAborted));
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start);
      });
      expect((await ask(models, candidates, { timeouts: IMPATIENT })).ended.failure).toBe("timeout");
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.text("Well,"));
      });
      // A long timeout for the first text, which may take long on a busy machine.
      const late = await ask(models, candidates, { timeouts: { ...PATIENT, betweenTokensMs: IMPATIENT.betweenTokensMs } });
      expect(late.text).toBe("Well,");
      expect(late.ended).toMatchObject({ outcome: "broken", failure: "timeout" });
      await until(() => server.seen.every(({ isAborted }) => isAborted));
    });

    test("a vendor that sends single bytes slowly times out", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave(async (wire) => {
        wire.begin(shape.type);
        for (const byte of new TextEncoder().encode(shape.start + shape.text("slow"))) {
          if (wire.isClosed) return;
          wire.write(new Uint8Array([byte]));
          await Bun.sleep(50);
        }
      });
      expect((await ask(models, candidates, { timeouts: IMPATIENT })).ended.failure).toBe("timeout");
      await until(() => server.seen.every(({ isAborted }) => isAborted));
    });

    test("a reply that never ends is stopped at the total timeout", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave(async (wire) => {
        wire.begin(shape.type);
        while (!wire.isClosed) {
          wire.write(shape.text("on and "));
          await Bun.sleep(20);
        }
      });
      const { ended } = await ask(models, candidates, { timeouts: { ...PATIENT, totalMs: 300 } });
      expect(ended).toMatchObject({ outcome: "broken", failure: "timeout" });
    });

    // bench/replies measures how soon. In this test, only the visitor's leaving can close the connection.
    test("when a visitor leaves, the request to the vendor is closed, without an error and without another try", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      for (const hasText of [false, true]) {
        server.behave((wire) => {
          if (!hasText) return;
          wire.begin(shape.type);
          wire.write(shape.start + shape.text("Well,"));
        });
        const visitor = new AbortController();
        const heard = Promise.withResolvers<void>();
        const asked = ask(models, candidates, { signal: visitor.signal, timeouts: ENDLESS, onText: heard.resolve });
        await until(() => server.seen.length === 1);
        if (hasText) await heard.promise;
        expect(server.seen[0]?.isAborted).toBe(false);
        visitor.abort();
        const outcome = await asked;
        expect(outcome.ended).toMatchObject({ outcome: "left", failure: null, notes: [], model: hasText ? MODEL_OF[protocol] : null });
        // The vendor has read the prompt, and bills it.
        const [paid] = hasText ? [outcome.ended.usage] : outcome.ended.lost.map(({ usage }) => usage);
        expect(paid).toMatchObject({ estimated: true });
        await until(() => server.seen[0]?.isAborted === true);
        expect(server.seen).toHaveLength(1);
      }
    });

    test("a reader who stops reading closes the connection", async () => {
      const models = startModels();
      const candidates = await candidatesOf(models, protocol);
      server.behave((wire) => {
        wire.begin(shape.type);
        wire.write(shape.start + shape.text("Well,"));
      });
      const request = {
        asked: await askEach(candidates, hello),
        cacheKey: "a",
        account: "account-1",
        places: DEFAULT_LIMITS,
        signal: new AbortController().signal,
      };
      for await (const event of models.stream(request, PATIENT)) if (event.type === "text") break;
      await until(() => server.seen[0]?.isAborted === true);
    });
  });
}

const openai = VENDOR_SHAPES.openai;
const saying =
  (text: string): Script =>
  (wire) => {
    wire.begin(openai.type);
    wire.write(openai.start + openai.text(text) + openai.end("complete", { input: 1, output: 1 }));
    wire.end();
  };
const failing =
  (status: number, headers: Record<string, string> = {}): Script =>
  (wire) =>
    wire.reply(status, "application/json", JSON.stringify({ error: { message: "no", type: "x", code: "x" } }), headers);

describe("retries and failover", () => {
  test("a retry waits for a Retry-After in seconds", async () => {
    const models = startModels();
    server.behave(failing(429, { "retry-after": "1" }), saying("ok"));
    expect((await ask(models, models.choose(settingsFor("groq-llama-3.1-8b")).candidates)).text).toBe("ok");
    expect(slept).toContain(1_000);
    expect(server.seen).toHaveLength(2);
  });

  test("a retry waits for a Retry-After as a date", async () => {
    const models = startModels();
    server.behave(failing(429, { "retry-after": new Date(Date.now() + 4_000).toUTCString() }), saying("ok"));
    expect((await ask(models, models.choose(settingsFor("groq-llama-3.1-8b")).candidates)).text).toBe("ok");
    // A date has no fractions of seconds.
    expect(slept.some((ms) => ms > 1_500 && ms <= 4_000)).toBe(true);
    expect(server.seen).toHaveLength(2);
  });

  test("if Retry-After is longer than a visitor waits, the next model is called at once", async () => {
    const models = startModels();
    server.behave(failing(429, { "retry-after": "30" }), saying("from the backup"));
    const outcome = await ask(models, models.choose(settingsFor("groq-llama-3.1-8b", ["mistral-small"])).candidates);
    expect(outcome.text).toBe("from the backup");
    expect(outcome.ended.model).toBe("mistral-small");
    expect(outcome.ended.notes).toEqual(["groq-llama-3.1-8b (Groq): too many requests at the vendor"]);
    expect(server.seen.map(({ path }) => path)).toEqual(["/openai/v1/chat/completions", "/v1/chat/completions"]);
  });

  test("when every model fails, the end has a note for each", async () => {
    const models = startModels();
    server.behave(failing(401));
    const { ended } = await ask(models, models.choose(settingsFor("gpt-4o", ["claude-3-haiku", "gemini-pro"])).candidates);
    expect(ended).toMatchObject({ outcome: "failed", model: null });
    expect(ended.notes).toHaveLength(3);
    expect(server.seen).toHaveLength(3);
  });

  test("the successor answers for a model that the vendor has retired", async () => {
    const models = startModels();
    server.behave(
      (wire) => wire.reply(openai.error("unknown_model").status, "application/json", openai.error("unknown_model").body),
      saying("from the successor"),
    );
    const outcome = await ask(models, models.choose(settingsFor("gpt-4o")).candidates);
    expect(outcome.text).toBe("from the successor");
    expect(outcome.ended.model).toBe("gpt-4o");
    expect(server.seen.map(({ body }) => body.model)).toEqual(["gpt-4o", "gpt-6-luna"]);
    expect(server.seen[1]?.body.max_completion_tokens).toBeGreaterThan(0);
  });

  test("a parameter that the model refuses is omitted, now and later", async () => {
    const models = startModels();
    const refusal: Script = (wire) =>
      wire.reply(
        400,
        "application/json",
        JSON.stringify({
          error: {
            message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            type: "invalid_request_error",
            code: "unsupported_parameter",
          },
        }),
      );
    server.behave(refusal, saying("ok"));
    const candidates = models.choose(settingsFor("openai/somethingnew-1")).candidates;
    expect((await ask(models, candidates)).text).toBe("ok");
    expect(server.seen[1]?.body).toHaveProperty("max_completion_tokens");
    expect(server.seen[1]?.body).not.toHaveProperty("max_tokens");
    server.behave(saying("again"));
    expect((await ask(models, candidates)).text).toBe("again");
    expect(server.seen).toHaveLength(1);
  });

  test("reduced parameters that do not help are not kept: the next visitor's request has all parameters", async () => {
    const models = startModels();
    const { candidates } = models.choose(settingsFor("deepseek-chat"));
    server.behave((wire) =>
      wire.reply(400, "application/json", '{"error":{"message":"Failed to parse the body: unexpected end of hex escape"}}'),
    );
    expect((await ask(models, candidates)).ended.failure).toBe("rejected");
    expect(server.seen.map(({ body }) => body.thinking)).toEqual([{ type: "disabled" }, undefined]);
    server.behave(saying("ok"));
    expect((await ask(models, candidates)).text).toBe("ok");
    expect(server.seen[0]?.body.thinking).toEqual({ type: "disabled" });
  });

  test("a refused key is not used again for a while", async () => {
    const models = startModels();
    const candidates = models.choose(settingsFor("gpt-4o")).candidates;
    server.behave(failing(401));
    await ask(models, candidates);
    await ask(models, candidates);
    expect(server.seen).toHaveLength(1);
  });

  test("a vendor that keeps failing is not called for a while, and the next model answers at once", async () => {
    const models = startModels();
    const candidates = models.choose(settingsFor("deepseek-chat", ["mistral-small"])).candidates;
    server.behave((wire, request) => (request.path.startsWith("/v1/") ? saying("backup")(wire, request) : failing(503)(wire, request)));
    for (let reply = 0; reply < 7; reply++) expect((await ask(models, candidates)).text).toBe("backup");
    expect(server.seen.filter(({ path }) => path === "/chat/completions")).toHaveLength(10);
  });

  test("a visitor whose questions get empty replies does not close the vendor for others", async () => {
    const models = startModels();
    const { candidates } = models.choose(settingsFor("gpt-4o"));
    const shape = VENDOR_SHAPES.openai;
    server.behave((wire) => {
      wire.begin(shape.type);
      wire.write(shape.start + shape.end("length", { input: 12, output: 500 }));
      wire.end();
    });
    for (let reply = 0; reply < 7; reply++) expect((await ask(models, candidates)).ended.failure).toBe("empty");
    server.behave(saying("here"));
    expect((await ask(models, candidates)).text).toBe("here");
  });

  test("the end event contains the cost of a failed model, even if the visitor leaves during the next model's reply", async () => {
    const models = startModels();
    server.behave(
      (wire) => {
        wire.begin(openai.type);
        wire.write(openai.start + openai.end("complete", { input: 12, output: 7 }));
        wire.end();
      },
      (wire) => {
        wire.begin(openai.type);
        wire.write(openai.start + openai.text("Well,"));
      },
    );
    const visitor = new AbortController();
    const { candidates } = models.choose(settingsFor("gpt-4o", ["mistral-small"]));
    const { ended } = await ask(models, candidates, { signal: visitor.signal, onText: () => visitor.abort() });
    expect(ended).toMatchObject({ outcome: "left", model: "mistral-small", price: { inputUsd: 0.1 } });
    expect(ended.lost).toEqual([
      { usage: { inputTokens: 12, outputTokens: 7, estimated: false }, price: expect.objectContaining({ inputUsd: 2.5 }) },
    ]);
  });

  test("a vendor that does not listen is unreachable", async () => {
    const closed = startFaultServer();
    closed.stop();
    const models = createModels({ urls: { ...VENDOR_URLS, openai: closed.url }, clock, log: createLog("silent"), random: () => 0 });
    const { ended } = await ask(models, models.choose(settingsFor("gpt-4o")).candidates);
    expect(ended.failure).toBe("unreachable");
  });

  test("a reply without any candidate is a failure without a model", async () => {
    expect((await ask(startModels(), [])).ended).toMatchObject({ outcome: "failed", model: null, notes: [] });
  });

  test("a reply of unlimited size is cut, and its end counts as a length limit", async () => {
    const models = startModels();
    server.behave(saying("x".repeat(50_000)));
    const outcome = await ask(models, models.choose(settingsFor("gpt-4o")).candidates);
    expect(outcome.text).toHaveLength(32_000);
    expect(outcome.ended.outcome).toBe("length");
  });

  test("a thousand aborted replies leave no request to the vendor open", async () => {
    const models = startModels();
    const candidates = models.choose(settingsFor("gpt-4o")).candidates;
    server.behave((wire) => {
      wire.begin(openai.type);
      wire.write(openai.start + openai.text("Well,"));
    });
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const visitor = new AbortController();
          await ask(models, candidates, { signal: visitor.signal, onText: () => visitor.abort() });
        }),
      );
    }
    expect(server.seen).toHaveLength(1_000);
    await until(() => server.open() === 0);
  });
});

test("input from a vendor's prompt cache is counted as input, and separately", async () => {
  const usageOf = async (protocol: "anthropic" | "google", body: string) => {
    const models = startModels();
    server.behave((wire) => {
      wire.begin(VENDOR_SHAPES[protocol].type);
      wire.write(body);
      wire.end();
    });
    return (await ask(models, await candidatesOf(models, protocol))).ended.usage;
  };
  const { text, end } = VENDOR_SHAPES.anthropic;
  const usage = { input_tokens: 10, cache_read_input_tokens: 900, cache_creation_input_tokens: 90, output_tokens: 1 };
  const start = `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { usage } })}\n\n`;
  const counted = { inputTokens: 1_000, cacheReadTokens: 900, cacheWriteTokens: 90, estimated: false };
  // The last event repeats only the uncached input.
  expect(await usageOf("anthropic", start + text("Hello") + end("complete", { input: 10, output: 3 }))).toEqual({
    ...counted,
    outputTokens: 3,
  });
  const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 4, cachedContentTokenCount: 40 };
  const last = { candidates: [{ content: { parts: [{ text: "Hello" }] }, finishReason: "STOP" }], usageMetadata };
  expect(await usageOf("google", `data: ${JSON.stringify(last)}\n\n`)).toEqual({
    inputTokens: 50,
    outputTokens: 4,
    cacheReadTokens: 40,
    estimated: false,
  });
});
