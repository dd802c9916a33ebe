/** How the server of an installation is stopped and started again, by systemd or by the operator's own commands. */
import { readFileSync } from "node:fs";
import { CommandRefused } from "./command.ts";

export interface Service {
  /** For people, such as "sapa.service". */
  name: string;
  /** Resolves when the server has stopped. @throws CommandRefused */
  stop(): Promise<void>;
  /** Begins a start. @throws CommandRefused */
  start(): Promise<void>;
  /** Stops and starts, so that systemd, where it runs the server, finishes both even if this process is killed in between. */
  restart(): Promise<void>;
}

/** Longer than a server takes to stop. */
const LONGEST_MS = 60_000;

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: LONGEST_MS });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if (code === 0) return out.trim();
  const why = complaint.trim().split("\n").at(-1) || `it ended with ${code}`;
  throw new CommandRefused(`${command.join(" ")}: ${why}`);
}

/** A server that an operator runs in a way of their own. */
function byCommands(stop: string, start: string): Service {
  const shell = async (command: string) => void (await run(["/bin/sh", "-c", command]));
  return {
    name: "the server",
    stop: () => shell(stop),
    start: () => shell(start),
    async restart() {
      await shell(stop);
      await shell(start);
    },
  };
}

function bySystemd(unit: string): Service {
  const systemctl = async (...args: string[]) => void (await run(["systemctl", ...args, unit]));
  return {
    name: unit,
    stop: () => systemctl("stop"),
    // Without waiting: the server says that it is ready only after the upgrade has confirmed it.
    start: () => systemctl("start", "--no-block"),
    restart: () => systemctl("restart", "--no-block"),
  };
}

/** The unit of systemd whose main process this is; null if there is none. */
async function findUnit(pid: number): Promise<string | null> {
  let groups: string;
  try {
    groups = readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return null;
  }
  const unit = /\/system\.slice\/(?:[^/\n]+\/)*([A-Za-z0-9:_.@\\-]+\.service)$/m.exec(groups)?.[1];
  if (unit === undefined) return null;
  // Another service may have started this process by hand, as an sshd does where there are no sessions.
  const main = await run(["systemctl", "show", "--property=MainPID", "--value", unit]).catch(() => "");
  return main === String(pid) ? unit : null;
}

/** `pid`: of the running server; null if none is running. `given`: the operator's own commands. */
export async function findService(pid: number | null, given: { stop: string; start: string } | null): Promise<Service | null> {
  if (given) return byCommands(given.stop, given.start);
  const unit = pid === null ? null : await findUnit(pid);
  return unit === null ? null : bySystemd(unit);
}
