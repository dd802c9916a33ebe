/** The whole server for a test, with a database and a data folder of its own. Only the clock, models and disk are fakes. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FREE_PLAN_ID } from "../src/contract/plan.ts";
import { ADMIN_USERNAME } from "../src/contract/user.ts";
import { createPasswords } from "../src/server/accounts/passwords.ts";
import { insertAccount } from "../src/server/accounts/store.ts";
import { type App, type AppDeps, createApp, type Live } from "../src/server/app.ts";
import type { Candidate } from "../src/server/models/calls/candidates.ts";
import type { Models } from "../src/server/models/calls/models.ts";
import { type Ask, estimateUsage, type ReplyEnded, type ReplyEvent, type ReplyRequest } from "../src/server/models/calls/reply.ts";
import { createCatalogue } from "../src/server/models/catalogue/catalogue.ts";
import type { Embedders } from "../src/server/models/embeddings/embedders.ts";
import type { ModelFailure, Price } from "../src/server/models/model.ts";
import { VENDOR_URLS } from "../src/server/models/vendors/addresses.ts";
import { LONE_NODE, type Node } from "../src/server/nodes/node.ts";
import type { Clock } from "../src/server/platform/clock.ts";
import { type Config, loadConfig } from "../src/server/platform/config.ts";
import type { FileStore } from "../src/server/platform/files/file-store.ts";
import { createFileStore } from "../src/server/platform/files/open.ts";
import type { Assets } from "../src/server/platform/http/assets.ts";
import { newId } from "../src/server/platform/ids.ts";
import { createKeys, type Keys } from "../src/server/platform/keys.ts";
import { createLog, type Log } from "../src/server/platform/log.ts";
import type { Db } from "../src/server/platform/storage/db.ts";
import type { SiteReader } from "../src/server/reading/site/site-reader.ts";
import { prepare } from "../src/server/tasks.ts";
import { takeDatabase } from "./database.ts";

export interface FakeClock extends Clock {
  /** Moves the wall clock and `elapsed` forward by `ms` milliseconds. */
  pass(ms: number): void;
  /** Lets the time pass until `at`. For an earlier time, only the wall clock is set. */
  set(at: number): void;
  /** Sets the wall clock forward or back by `ms` without any time passing. */
  leap(ms: number): void;
}

/** Starts on 2026-11-21 12:00 in Kuala Lumpur. Sleeping takes no time. */
export function createFakeClock(): FakeClock {
  let now = Date.parse("2026-11-21T04:00:00Z");
  let elapsed = 0;
  const clock: FakeClock = {
    now: () => now,
    elapsed: () => elapsed,
    sleep: async () => {},
    pass: (ms) => {
      now += ms;
      elapsed += ms;
    },
    set: (at) => {
      if (at > now) elapsed += at - now;
      now = at;
    },
    leap: (ms) => {
      now += ms;
    },
  };
  return clock;
}

/** A request to the fake model, with its prompt. */
export type FakeCall = ReplyRequest & Ask;

/** The fake model's behaviour for one request: yields the pieces of the reply, and throws to fail. */
export type Script = (request: FakeCall, call: number) => AsyncGenerator<string> | Generator<string>;

export interface FakeModels extends Models {
  /** Every request that reached the model. */
  calls: FakeCall[];
  /** Null if no model can be called, so that only the built-in answerer replies. */
  script: Script | null;
  /** Null if the price is not known. */
  price: Price | null;
}

/** The default reply of the fake model. */
export const FAKE_REPLY = "A reply from the fake model.";

export function createFakeModels(): FakeModels {
  const candidate = { listed: "fake-model", label: "fake-model", contextTokens: 8_000, maxOutputTokens: 1_000 } as Candidate;
  const models: FakeModels = {
    calls: [],
    script: null,
    price: { inputUsd: 1, outputUsd: 2, asOf: "2026-11-21" },
    catalogue: createCatalogue(),
    urls: VENDOR_URLS,
    choose: () => ({ candidates: models.script ? [{ ...candidate, price: models.price }] : [], missing: [] }),
    async *stream(request): AsyncGenerator<ReplyEvent> {
      const ask = request.asked[0]?.ask;
      if (!ask) throw new Error("a reply was asked for, and no model");
      const call = { ...request, ...ask };
      models.calls.push(call);
      const ended: ReplyEnded = {
        type: "ended",
        outcome: "left",
        model: null,
        usage: null,
        price: null,
        failure: null,
        notes: [],
        lost: [],
      };
      let said = "";
      // When a reply is broken off, a real model reports no usage, and neither does the fake one.
      const begun = () => said !== "" && { model: "fake-model", price: models.price, usage: estimateUsage(ask, said) };
      try {
        if (!models.script) throw fakeFailure("unreachable");
        for await (const text of models.script(call, models.calls.length)) {
          if (request.signal.aborted) break;
          said += text;
          yield { type: "text", text, ask };
        }
      } catch (error) {
        if (!(error instanceof FakeFailure)) throw error;
        const { failure } = error;
        return yield { ...ended, outcome: said === "" ? "failed" : "broken", failure, notes: [`fake-model: ${failure}`], ...begun() };
      }
      if (request.signal.aborted) return yield { ...ended, ...begun() };
      const usage = { inputTokens: 10, outputTokens: 5, estimated: false };
      yield { ...ended, outcome: "complete", model: "fake-model", price: models.price, usage };
    },
    probe: async () => {},
    refreshOllama: async () => {},
    ollamaModels: () => null,
    health: () => [],
    countPlaces: () => ({ running: 0, waiting: 0 }),
  };
  return models;
}

class FakeFailure extends Error {
  constructor(readonly failure: ModelFailure) {
    super(failure);
  }
}

/** A vendor's failure, for a script to throw: before the first text the call fails, after it the reply is broken off. */
export function fakeFailure(failure: ModelFailure = "overloaded"): Error {
  return new FakeFailure(failure);
}

const noAssets: Assets = {
  serve: () => undefined,
  page: (_request, { status = 200 } = {}) =>
    new Response("<!doctype html><title>Sapa</title>", {
      status,
      headers: { "content-type": "text/html", "x-content-type-options": "nosniff" },
    }),
  frame: { script: "/assets/frame.js", style: ".box{}" },
};

export interface TestApp {
  app: App;
  live: Live;
  db: Db;
  clock: FakeClock;
  models: FakeModels;
  config: Config;
  keys: Keys;
  logLines: string[];
  log: Log;
  folder: string;
  files: FileStore;
  /** Opens the database once more, as another process does. */
  openAnother(): Db;
  /** All that the database has stored: the bytes of SQLite's files, or the rows of PostgreSQL's tables. */
  stored(): Promise<string>;
  /** Calls a route; a body is sent as JSON. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<Reply>;
  signUp(name: string): Promise<{ id: string; token: string; username: string }>;
  adminToken(): Promise<string>;
  createAgent(token: string, more?: Record<string, unknown>): Promise<string>;
  /** Listens on a free port of 127.0.0.1. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface Reply {
  status: number;
  headers: Headers;
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the route
  body: any;
  text: string;
}

/** Like `sapa admin create`, but without the line in the audit log, because tests count their own lines. */
async function insertAdministrator(db: Db, createdAt: number): Promise<void> {
  const passwordHash = await createPasswords().hash("admin-secret", { from: "" });
  const account = { id: newId(), username: ADMIN_USERNAME, email: "admin@example.com", passwordHash, role: "admin" } as const;
  await db.transaction((tx) => insertAccount(tx, { ...account, planId: FREE_PLAN_ID, planValidUntil: null, suspendedAt: null, createdAt }));
}

export async function testApp(
  options: {
    rateScale?: number;
    env?: Record<string, string>;
    folder?: string;
    /** Listens for notices of other processes, on PostgreSQL. */
    hasListener?: boolean;
    clock?: FakeClock;
    models?: Models;
    embedders?: Embedders;
    /** By default, the test application delivers no mail; what was written is in the outbox. */
    sendMail?: AppDeps["sendMail"];
    /** By default, reads the web. */
    sites?: SiteReader;
    readDisk?: () => { free: number; total: number };
    /** By default, a folder in the data folder. */
    files?: FileStore;
    /** By default, no other process shares the database. */
    node?: (deps: { db: Db; clock: Clock; log: Log }) => Node;
    isClosed?: AppDeps["isClosed"];
  } = {},
): Promise<TestApp> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "sapa-test-"));
  const config = loadConfig([], { SAPA_DATA: folder, SAPA_RATE_SCALE: String(options.rateScale ?? 1000), ...options.env });
  const database = await takeDatabase(folder);
  const logLines: string[] = [];
  const log = createLog("debug", (line) => logLines.push(line));
  const clock = options.clock ?? createFakeClock();
  const db = database.open({ clock, log, hasListener: options.hasListener });
  const models = createFakeModels();
  const keys = createKeys(new TextEncoder().encode("a test's secret key, long enough"));
  const deps = {
    version: "0.0.0-test",
    node: options.node?.({ db, clock, log }) ?? LONE_NODE,
    config,
    db,
    clock,
    log,
    keys,
    assets: noAssets,
    files: options.files ?? createFileStore(config),
    models: options.models ?? models,
    embedders: options.embedders,
    sendMail: options.sendMail,
    sites: options.sites,
    isClosed: options.isClosed,
    maxOpenFiles: 10_000,
    // The same space, whatever the machine's own disk has.
    readDisk: options.readDisk ?? (() => ({ free: 50e9, total: 100e9 })),
  };
  await prepare(deps);
  const { app, live } = createApp(deps);

  const call: TestApp["call"] = async (method, target, { token, body, raw, headers = {} } = {}) => {
    const response = await app.handle(
      new Request(`http://localhost${target}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body !== undefined || raw !== undefined ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : null, text };
  };

  const test: TestApp = {
    app,
    live,
    db,
    clock,
    models,
    config,
    keys,
    logLines,
    log,
    folder,
    files: deps.files,
    openAnother: () => database.open({ clock }),
    stored: database.dump,
    call,
    async signUp(name) {
      const { body } = await call("POST", "/api/users/signup", {
        body: { username: name, email: `${name}@example.com`, password: "secret-1" },
      });
      return body;
    },
    async adminToken() {
      await insertAdministrator(db, clock.now());
      const { body } = await call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } });
      return body.token;
    },
    async createAgent(token, more = {}) {
      const { body } = await call("POST", "/api/chats", { token, body: { chatName: "Kedai", ...more } });
      return body.id;
    },
    async listen() {
      app.listen({ hostname: "127.0.0.1", port: 0 });
      return `http://127.0.0.1:${app.server?.port}`;
    },
    async close() {
      await live.hub.stop(100);
      await app.server?.stop(true);
      db.close();
      if (options.folder) return;
      database.giveBack();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return test;
}
