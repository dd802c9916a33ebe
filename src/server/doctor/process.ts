/** Checks of the running server and of what the system gives it. */
import { told } from "../../contract/messages/message.ts";
import { listNodes } from "../nodes/store.ts";
import { dataFlag, fault, megabytes, ok, type Run, unknown, warning } from "./check.ts";

const HIGHEST_SYSTEM_PORT = 1_023;

export const checkServer: Run = async (patient) => {
  const { url, config } = patient;
  const state = await patient.server();
  switch (state.kind) {
    case "running":
      if (state.reasons.length === 0) return ok(told("doctor.server.ok"));
      return fault(told("doctor.server.failing", { reasons: state.reasons.join(", ") }), { command: "journalctl -u sapa -n 50" });
    case "stopped":
      return warning(told("doctor.server.stopped", { url }), { command: `sapa serve ${dataFlag(patient)}` });
    case "taken":
      return fault(told("doctor.server.taken", { url }), { command: `ss -ltnp sport = :${config.port}` });
    case "silent":
      return fault(told("doctor.server.silent", { url }), { command: `ss -ltnp sport = :${config.port}` });
    case "elsewhere":
      return fault(told("doctor.server.elsewhere", { pid: `${state.pid}`, url }), { command: "sapa doctor --port PORT" });
    case "refused":
      return fault(told("doctor.server.refused", { url }), { command: portCommand(config.port) });
    case "noAddress":
      return fault(told("doctor.server.noAddress", { host: config.host }), { command: "sapa serve --host 127.0.0.1" });
  }
};

const portCommand = (port: number): string =>
  port > HIGHEST_SYSTEM_PORT ? "sapa serve --port PORT" : "systemctl edit sapa  # [Service] AmbientCapabilities=CAP_NET_BIND_SERVICE";

const FEW_FILES = 4_096;
const USED_SHARE = 0.85;
const SOCKET_SHARE = 0.7;
const RAISE = "systemctl edit sapa  # [Service] LimitNOFILE=65536";

export const checkFiles: Run = async (patient) => {
  const state = await patient.server();
  const { openFiles: open = null, maxOpenFiles: limit = null } = (state.kind === "running" && state.figures) || {};
  if (open === null || limit === null) return unknown(told("doctor.files.unknown"));
  if (open > limit * USED_SHARE) return fault(told("doctor.files.used", { open, limit }), { command: RAISE });
  if (limit < FEW_FILES) {
    return warning(told("doctor.files.few", { limit, visitors: Math.floor(limit * SOCKET_SHARE) }), { command: RAISE });
  }
  return ok(told("doctor.files.ok", { open, limit }));
};

const MEBIBYTE = 1_024 * 1_024;
const LOW_MEMORY = 200 * MEBIBYTE;
const NO_MEMORY = 64 * MEBIBYTE;

export const checkMemory: Run = async (patient) => {
  const state = await patient.server();
  const space = patient.readMemory(state.kind === "running" ? state.pid : null);
  if (!space) return unknown(told("doctor.memory.unknown"));
  const params = { available: megabytes(space.available), total: megabytes(space.total) };
  const judge = space.available < NO_MEMORY ? fault : space.available < LOW_MEMORY ? warning : null;
  if (judge === null) return ok(told("doctor.memory.ok", params));
  return judge(told("doctor.memory.low", params), { command: "ps -eo rss,pid,comm --sort=-rss | head" });
};

export const checkVersions: Run = async (patient) => {
  const { version, strayVariables, config } = patient;
  const state = await patient.server();
  if (state.kind === "running" && state.version !== null && state.version !== version) {
    return warning(told("doctor.versions.server", { version, running: state.version }), { command: "systemctl restart sapa" });
  }
  // A node whose database cannot be read is another check's fault.
  const nodes = config.database
    ? await patient
        .reader()
        .then(listNodes)
        .catch(() => [])
    : [];
  const versions = [...new Set(nodes.map((node) => node.version))];
  if (versions.length > 1) return warning(told("doctor.versions.nodes", { versions: versions.join(", ") }));
  if (strayVariables.length > 0) return warning(told("doctor.versions.variables", { names: strayVariables.join(", ") }));
  return ok(told(state.kind === "running" ? "doctor.versions.ok" : "doctor.versions.stopped", { version }));
};
