/** Kills the server with SIGKILL repeatedly under load. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectNothingLost, flood, reservations } from "../e2e/aftermath.ts";
import { startSapa } from "../e2e/sapa.ts";
import { connect } from "../socket-client.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

test(
  "after each SIGKILL every acknowledged message is stored once, and no reservation is left",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "sapa-crashes-"));
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds(20); round++) {
      const sapa = await startSapa({ data });
      expect(reservations(data)).toBe(0);
      const visitors = await Promise.all(Array.from({ length: 20 }, () => connect(sapa.url, "demo")));
      let isOver = false;
      const talking = flood(visitors, acknowledged, { isOver: () => isOver, name: `round-${round}` });
      await Bun.sleep(200 + Math.random() * 800);
      await sapa.kill();
      isOver = true;
      await talking;
    }
    const last = await startSapa({ data });
    await last.stop();
    expect(acknowledged.size).toBeGreaterThan(rounds(20) * 5);
    expectNothingLost(data, acknowledged);
    expect(reservations(data)).toBe(0);
    rmSync(data, { recursive: true });
  },
  LIMIT_MS,
);
