import { createApp } from "../app.ts";
import { checkDatabase } from "../platform/backups/backup.ts";
import { systemClock } from "../platform/clock.ts";
import { dataPaths, readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { becomeOwnerOf } from "../platform/owner-rights.ts";
import { prepare } from "../tasks.ts";
import { type Command, CommandRefused, say } from "./command.ts";
import { listen, openDeps } from "./serve.ts";

const ANSWER_MS = 10_000;
/** Calls without an account; together they need the database, the settings and the built-in pages. */
const ASKED = ["/api/health", "/", "/api/plans"];

/**
 * For an upgrade, which runs the new executable with a copy of the installation: brings the copy up to date, serves it on
 * this machine without any background task (a copy must not send mail a second time), and asks it a few things.
 */
export const rehearseCommand: Command = {
  summary: "try this version with a copy of an installation",
  usage: "Usage: sapa rehearse FOLDER",
  async run([folder = ""]) {
    becomeOwnerOf(folder);
    const config = { ...readConfig({ data: folder, host: "127.0.0.1", port: "0" }), database: null, https: null, publicUrl: null };
    const { deps, close } = await openDeps(config, createLog("error"));
    const began = systemClock.elapsed();
    await prepare(deps);
    const server = await listen(createApp(deps).app, config);
    for (const path of ASKED) {
      const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
      if (status !== 200) throw new CommandRefused(`${path} was answered with ${status}`);
    }
    await server.stop(true);
    close();
    checkDatabase(dataPaths(folder).database, "full");
    say(`Served a copy after ${Math.round(systemClock.elapsed() - began)} ms`);
    // Parts of the app have timers of their own.
    process.exit(0);
  },
};
