import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { COMMAND_LINE } from "../cli/command.ts";
import { type ClockTrust, confirmClock, createClockTrust } from "./clock-trust.ts";
import { removeDue } from "./removals.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let sapa: TestApp;
let trust: ClockTrust;
const start = () => {
  trust = createClockTrust(sapa);
};
beforeEach(async () => {
  sapa = await testApp();
  await sapa.signUp("owner");
  start();
});
afterEach(() => sapa.close());

/** Asks every ten minutes, like the background tasks. @returns the last answer. */
async function run(ms: number): Promise<boolean> {
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) {
    sapa.clock.pass(10 * MINUTE);
    await trust.isBelieved();
  }
  return trust.isBelieved();
}
const leaps = () => sapa.logLines.filter((line) => line.includes("the clock leapt"));

test("a clock that runs evenly is trusted over days, and over restarts of less than a day", async () => {
  expect(await trust.isBelieved()).toBe(true);
  expect(await run(3 * DAY)).toBe(true);
  start();
  sapa.clock.pass(23 * HOUR);
  expect(await trust.isBelieved()).toBe(true);
  expect(leaps()).toEqual([]);
});

test("a clock that leaps a year ahead while the server runs is not trusted until it is back", async () => {
  await run(2 * HOUR);
  sapa.clock.leap(365 * DAY);
  expect(await run(HOUR)).toBe(false);
  expect(leaps()).toHaveLength(1);
  sapa.clock.leap(-365 * DAY);
  expect(await run(HOUR)).toBe(true);
});

test("a clock that is a year ahead at the start is not trusted, even when the server has just been restarted", async () => {
  await trust.isBelieved();
  sapa.clock.leap(365 * DAY);
  for (let starts = 0; starts < 3; starts++) {
    start();
    expect(await trust.isBelieved()).toBe(false);
  }
  sapa.clock.leap(-365 * DAY);
  start();
  expect(await trust.isBelieved()).toBe(true);
});

test("without a stored time, a start compares the clock with the newest account or conversation", async () => {
  sapa.clock.leap(365 * DAY);
  expect(await trust.isBelieved()).toBe(false);
});

test("the time after a leap is trusted when it has been consistent for a day, restarts included", async () => {
  await trust.isBelieved();
  sapa.clock.leap(40 * DAY);
  expect(await run(12 * HOUR)).toBe(false);
  start();
  expect(await run(11 * HOUR)).toBe(false);
  expect(await run(2 * HOUR)).toBe(true);
});

test("a second leap starts the waiting day again", async () => {
  await trust.isBelieved();
  sapa.clock.leap(40 * DAY);
  await run(20 * HOUR);
  sapa.clock.leap(40 * DAY);
  expect(await run(20 * HOUR)).toBe(false);
});

test("the running server trusts the clock after the administrator's confirmation, which is in the audit log", async () => {
  await trust.isBelieved();
  sapa.clock.leap(40 * DAY);
  expect(await trust.isBelieved()).toBe(false);
  await confirmClock(sapa.db, COMMAND_LINE, sapa.clock.now());
  expect(await trust.isBelieved()).toBe(true);
  const token = await sapa.adminToken();
  const { body } = await sapa.call("GET", "/api/audit?action=clock.confirm", { token });
  expect(body.entries).toMatchObject([{ actor: "command line", subject: "clock" }]);
});

test("deletions that ask at the same moment all get the same answer", async () => {
  await trust.isBelieved();
  sapa.clock.leap(365 * DAY);
  expect(await Promise.all([1, 2, 3].map(() => trust.isBelieved()))).toEqual([false, false, false]);
});

test("corrections by a time service are not leaps", async () => {
  for (const step of [50 * MINUTE, -50 * MINUTE, 500]) {
    sapa.clock.leap(step);
    expect(await run(HOUR)).toBe(true);
  }
});

test("no data is deleted while the clock is in doubt, and the log has the counts when it is deleted later", async () => {
  await trust.isBelieved();
  let runs = 0;
  const removal = { name: "purge old conversations", work: () => Promise.resolve({ conversations: ++runs }) };
  sapa.clock.leap(365 * DAY);
  expect(await removeDue(trust, sapa.log, removal)).toBe(false);
  expect(runs).toBe(0);
  sapa.clock.leap(-365 * DAY);
  expect(await removeDue(trust, sapa.log, removal)).toBe(true);
  expect(sapa.logLines.filter((line) => line.includes('"conversations":1'))).toHaveLength(1);
});
