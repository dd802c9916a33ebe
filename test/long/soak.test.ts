/** An ordinary day in a short time: visitors, owners and the administrator at once. Memory and files must not grow. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expectNothingLost, flood } from "../e2e/aftermath.ts";
import { startSapa } from "../e2e/sapa.ts";
import { connect } from "../socket-client.ts";
import { LIMIT_MS, seconds } from "./scale.ts";

const residentKb = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

test(
  "a soak test with visitors, owners and the administrator gives no errors, no warnings in the log, and stable memory and files",
  async () => {
    const sapa = await startSapa();
    const admin = await sapa.adminToken();
    const owners = await Promise.all(Array.from({ length: 3 }, () => sapa.signUp()));
    const agents = await Promise.all(owners.map(({ token }) => sapa.createAgent(token, { checkFacts: false })));
    const filesBefore = openFiles(sapa.pid);
    const end = performance.now() + seconds(60);
    const isOver = () => performance.now() > end;

    const refusals: string[] = [];
    const acknowledged = new Set<string>();
    let memoryWhenWarm = 0;
    let mostWal = 0;
    const visit = async () => {
      for (let i = 0; !isOver(); i++) {
        const visitors = await Promise.all(Array.from({ length: 12 }, () => connect(sapa.url, "demo")));
        const stopAt = performance.now() + 5_000;
        const options = { isOver: () => isOver() || performance.now() > stopAt, name: `soak-${i}` };
        await flood(visitors, acknowledged, { ...options, onRefusal: (code) => refusals.push(code) });
        for (const visitor of visitors) visitor.close();
      }
    };
    const own = async (o: number) => {
      const token = owners[o]?.token;
      for (let i = 0; !isOver(); i++) {
        const saved = await sapa.call("PUT", `/api/chats/${agents[o]}`, { token, body: { chatName: `Kedai ${i}` } });
        expect(saved.status).toBe(200);
        expect((await sapa.call("GET", `/api/users/${owners[o]?.id}`, { token })).status).toBe(200);
        await Bun.sleep(200);
      }
    };
    const administer = async () => {
      while (!isOver()) {
        for (const path of ["/api/overview", "/api/users", "/api/plans", "/api/audit", "/readyz"]) {
          expect([path, (await sapa.call("GET", path, { token: admin })).status]).toEqual([path, 200]);
        }
        mostWal = Math.max(mostWal, statSync(join(sapa.data, "sapa.db-wal")).size);
        if (memoryWhenWarm === 0 && performance.now() > end - seconds(40)) memoryWhenWarm = residentKb(sapa.pid);
        await Bun.sleep(500);
      }
    };
    await Promise.all([visit(), own(0), own(1), own(2), administer()]);
    await Bun.sleep(2_000);

    expect(refusals).toEqual([]);
    expect(residentKb(sapa.pid)).toBeLessThan(memoryWhenWarm * 1.5);
    expect(openFiles(sapa.pid)).toBeLessThan(filesBefore + 20);
    expect(mostWal).toBeLessThan(32 * 1024 * 1024);
    expect(sapa.log()).not.toMatch(/"level":"(warn|error)"/);
    expect(await sapa.stop()).toBe(0);
    expectNothingLost(sapa.data, acknowledged);
    await sapa.dispose();
  },
  LIMIT_MS,
);
