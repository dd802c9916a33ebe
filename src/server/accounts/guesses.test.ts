import { expect, test } from "bun:test";
import { provideDatabases } from "../../../test/databases.ts";
import { busy } from "../platform/errors.ts";
import { createSharedRates } from "../platform/http/shared-rates.ts";
import { createKeys } from "../platform/keys.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { type Failures, Guesses } from "./guesses.ts";

const keys = createKeys(new TextEncoder().encode("a test's secret key, long enough"));
const takeDatabase = provideDatabases();

/** Password guesses at two nodes, with a clock that only the test moves. */
async function slowTime() {
  const { clock, open } = await takeDatabase();
  let atWork = 0;
  /** How many of the next transactions are refused. */
  const storage = { refuses: 0 };
  const watch = <T>(work: Promise<T>): Promise<T> => {
    atWork++;
    return work.finally(() => {
      atWork--;
    });
  };
  const nodes = [open(), open()] as const;
  /** The same database, which counts the transactions and reads that have not ended. */
  const watched = (db: Db): Db => ({
    ...db,
    get now() {
      return db.now;
    },
    all: (query) => watch(db.all(query)),
    get: (query) => watch(db.get(query)),
    transaction: (body, options) => watch(storage.refuses-- > 0 ? Promise.reject(new StorageBusy("busy")) : db.transaction(body, options)),
  });
  let sleepers: { until: number; wake: () => void }[] = [];
  const sleeping = {
    ...clock,
    sleep: (ms: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.push({ until: clock.elapsed() + ms, wake: resolve });
      return promise;
    },
  };
  const told: (Failures & { at: string })[] = [];
  const [guesses, elsewhere] = nodes.map(
    (db) =>
      new Guesses({
        db: watched(db),
        clock: sleeping,
        keys,
        log: { debug: () => undefined },
        sharedRates: createSharedRates(keys, 1),
        onManyFailures: (at, failures) => void told.push({ at, ...failures }),
      }),
  ) as [Guesses, Guesses];
  /** Resolves when the transactions that have begun, and those that follow from them, have ended. */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet = atWork === 0 ? quiet + 1 : 0) await Bun.sleep(1);
  };
  const wakeDue = async () => {
    const due = sleepers.filter(({ until }) => until <= clock.elapsed());
    if (due.length === 0) return;
    sleepers = sleepers.filter((sleeper) => !due.includes(sleeper));
    for (const { wake } of due) wake();
    await settle();
  };
  const pass = async (ms: number) => {
    await settle();
    for (let left = ms; left > 0; left -= 1_000) {
      clock.pass(1_000);
      await wakeDue();
    }
  };
  /** The state of an answer, which may still be pending. */
  const soFar = async (answer: Promise<string>) => {
    await settle();
    return Promise.race([answer, Bun.sleep(0).then(() => "waits")]);
  };
  /** @returns "right", "wrong" or the error's code. */
  const guess = (at: string, from: string, password: string, isFamiliar = false, node = guesses): Promise<string> =>
    node
      .attempt({ at, from, isFamiliar: async () => isFamiliar }, async () => password === "right")
      .then(
        (isRight) => (isRight ? "right" : "wrong"),
        (error) => error.code,
      );
  /** A hundred failures from 20 addresses, after which guesses are slowed down. */
  const attack = async (at: string) => {
    for (let i = 0; i < 100; i++) expect(await guess(at, `bad ${i % 20}`, "no")).toBe("wrong");
  };
  return { guesses, elsewhere, guess, attack, pass, soFar, told, storage };
}

test("after a hundred failures from many addresses, guesses from other addresses wait, and one is checked every five seconds", async () => {
  const { guess, attack, pass, soFar } = await slowTime();
  await attack("victim");
  const waiting = Array.from({ length: 4 }, (_, i) => guess("victim", `new ${i}`, "no"));
  expect(await Promise.all(waiting.map(soFar))).toEqual(["waits", "waits", "waits", "waits"]);
  await pass(1_000);
  const states = async () => (await Promise.all(waiting.map(soFar))).sort();
  expect(await states()).toEqual(["waits", "waits", "waits", "wrong"]);
  await pass(5_000);
  expect(await states()).toEqual(["waits", "waits", "wrong", "wrong"]);
  await pass(5_000);
  // A guess that has waited for ten seconds is refused with the advice to try again.
  expect((await states()).filter((state) => state === "waits")).toEqual([]);
  expect((await states()).filter((state) => state === "busy").length).toBeGreaterThan(0);
});

test("during an attack, the right password from an address where the owner has signed in before is accepted at once", async () => {
  const { guess, attack, soFar } = await slowTime();
  await attack("victim");
  expect(await soFar(guess("victim", "home", "right", true))).toBe("right");
  expect(await soFar(guess("victim", "home", "no", true))).toBe("wrong");
});

test("an owner at a new address goes before addresses with failures, and one of them gives way in a full queue", async () => {
  const { guess, attack, pass, soFar } = await slowTime();
  for (let i = 0; i < 60; i++) await guess("victim", `bad ${i}`, "no");
  for (let i = 0; i < 60; i++) void guess("victim", `bad ${i}`, "no");
  const owner = guess("victim", "a new phone", "right");
  await pass(2_000);
  for (let i = 0; i < 60; i++) void guess("victim", `bad ${i}`, "no");
  await pass(5_000);
  expect(await soFar(owner)).toBe("right");
  await attack("another");
});

test("other accounts are not slowed down, and after an hour neither is this one", async () => {
  const { guess, attack, pass, soFar } = await slowTime();
  await attack("victim");
  expect(await soFar(guess("neighbour", "home", "right"))).toBe("right");
  await pass(3_600_000);
  expect(await soFar(guess("victim", "elsewhere", "no"))).toBe("wrong");
});

test("an address is refused after ten failures; a right password and a refusal as busy do not count", async () => {
  const { guesses, guess } = await slowTime();
  for (let i = 0; i < 30; i++) expect(await guess("a", "home", "right")).toBe("right");
  for (let i = 0; i < 30; i++) {
    const refused = guesses.attempt({ at: "a", from: "home", isFamiliar: async () => false }, () => Promise.reject(busy()));
    expect(await refused.catch((error) => error)).toMatchObject({ code: "busy" });
  }
  const states: string[] = [];
  for (let i = 0; i < 12; i++) states.push(await guess("a", "home", "no"));
  expect(states).toEqual([...Array(10).fill("wrong"), "too_many", "too_many"]);
});

test("a wrong password counts even if the storage refuses to note it", async () => {
  const { guesses, guess, storage } = await slowTime();
  for (let i = 0; i < 10; i++) {
    const isFamiliar = async () => false;
    const check = async () => {
      storage.refuses = 1;
      return false;
    };
    expect(await guesses.attempt({ at: "a", from: "home", isFamiliar }, check).catch((error) => error)).toBeInstanceOf(StorageBusy);
  }
  expect(await guess("a", "home", "right")).toBe("too_many");
});

test("while guesses are slowed down each failure is reported, with the number of addresses", async () => {
  const { guess, attack, told } = await slowTime();
  await attack("victim");
  expect(told).toEqual([]);
  await guess("victim", "home", "no", true);
  expect(told).toEqual([{ at: "victim", attempts: 101, addresses: 21 }]);
});

test("ten failures from one address are ten at all nodes together, also when they arrive at once", async () => {
  const { guess, elsewhere, guesses } = await slowTime();
  const states = await Promise.all(Array.from({ length: 24 }, (_, i) => guess("a", "home", "no", false, i % 2 ? guesses : elsewhere)));
  expect(states.sort()).toEqual([...Array(14).fill("too_many"), ...Array(10).fill("wrong")]);
});

test("during an attack at one node the other node slows guesses down too, and both together check one every five seconds", async () => {
  const { guess, elsewhere, attack, pass, told, soFar } = await slowTime();
  await attack("victim");
  const waiting = [
    ...Array.from({ length: 3 }, (_, i) => guess("victim", `new ${i}`, "no")),
    ...Array.from({ length: 3 }, (_, i) => guess("victim", `far ${i}`, "no", false, elsewhere)),
  ];
  const checked = async () => (await Promise.all(waiting.map(soFar))).filter((state) => state === "wrong").length;
  expect(await checked()).toBe(0);
  await pass(1_000);
  expect(await checked()).toBe(1);
  await pass(5_000);
  expect(await checked()).toBe(2);
  expect(told.map(({ attempts, addresses }) => [attempts, addresses])).toEqual([
    [101, 21],
    [102, 22],
  ]);
});
