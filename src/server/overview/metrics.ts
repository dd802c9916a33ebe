/** The figures of the whole installation that are read when a monitor asks (docs/operate.md#monitoring). */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { listEnded } from "../backups/store.ts";
import { countOpenJobs } from "../jobs/store.ts";
import { MAIL_KIND } from "../mail/mail.ts";
import { countOpenMessages, waitOfOldest } from "../mail/outbox-store.ts";
import type { Models } from "../models/calls/models.ts";
import type { Node } from "../nodes/node.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { type DiskSpace, readBackupTimes } from "../platform/disk.ts";
import type { Health } from "../platform/health.ts";
import type { Measured, Metrics } from "../platform/metrics.ts";
import { countOpenFiles } from "../platform/open-files.ts";
import type { Db } from "../platform/storage/db.ts";
import type { Hub } from "../replies/hub.ts";

interface Deps {
  version: string;
  config: Pick<Config, "data">;
  db: Db;
  models: Pick<Models, "health" | "countPlaces">;
  hub: Pick<Hub, "count">;
  health: Pick<Health, "reasons">;
  node: Pick<Node, "share">;
  maxOpenFiles: number;
  readSpace(): DiskSpace;
  /** The listening server; null before it listens. */
  listener(): { pendingRequests: number } | null;
}

const SECOND_MS = 1_000;
const MICROS = 1_000_000;
const NANOS = 1e9;
/** Milliseconds. A finer one would itself use noticeable processor time. */
const LOOP_RESOLUTION = 20;

export function describeInstallation(metrics: Metrics, deps: Deps): void {
  describeWork(metrics, deps);
  describeModels(metrics, deps.models);
  describeStorage(metrics, deps);
  describeProcess(metrics, deps);
}

function describeWork(metrics: Metrics, { version, db, hub, health, node, listener }: Deps): void {
  metrics.gauge("sapa_info", "The version that runs.", () => [[{ version }, 1]]);
  metrics.gauge("sapa_ready", "1 if messages can be taken and stored.", () => (health.reasons().length === 0 ? 1 : 0));
  metrics.gauge("sapa_problem", "1 for each reason why messages cannot be taken.", () =>
    health.reasons().map((reason) => [{ reason }, 1] as const),
  );
  metrics.gauge("sapa_nodes", "Processes that serve this installation.", () => node.share());
  metrics.gauge("sapa_requests_open", "Requests that are being answered.", () => listener()?.pendingRequests ?? null);
  metrics.gauge("sapa_conversations_live", "Conversations in memory.", () => hub.count().conversations);
  metrics.gauge("sapa_replies_open", "Replies that run or wait.", () => hub.count().turns);
  const jobs = shared(() => countOpenJobs(db));
  metrics.gauge("sapa_jobs", "Jobs that have not ended, of all processes.", async () => {
    const { waiting, running } = await jobs();
    return [
      [{ state: "waiting" }, waiting],
      [{ state: "running" }, running],
    ];
  });
  metrics.gauge(
    "sapa_job_late_seconds",
    "For how long the longest waiting job has been due.",
    async () => (await jobs()).lateMs / SECOND_MS,
  );
  metrics.gauge("sapa_mails_waiting", "Mails that have not left.", () => countOpenMessages(db, MAIL_KIND));
  metrics.gauge(
    "sapa_mail_oldest_seconds",
    "For how long the oldest of them waits.",
    async () => (await waitOfOldest(db, MAIL_KIND)) / SECOND_MS,
  );
}

function describeModels(metrics: Metrics, models: Deps["models"]): void {
  const each = (read: (model: ReturnType<Models["health"]>[number]) => number): Measured =>
    models.health().map((one) => [{ model: one.model }, read(one)] as const);
  metrics.total("sapa_model_answers_total", "Replies that a model has begun.", () => each(({ answers }) => answers));
  metrics.total("sapa_model_failures_total", "Calls of a model that failed.", () => each(({ failures }) => failures));
  metrics.gauge("sapa_model_first_text_seconds", "Time until a model's first text, of its latest replies.", () =>
    models
      .health()
      .flatMap(({ model, firstTokenP50Ms, firstTokenP95Ms }) =>
        [["0.5", firstTokenP50Ms] as const, ["0.95", firstTokenP95Ms] as const].flatMap(([quantile, ms]) =>
          ms === null ? [] : [[{ model, quantile }, ms / SECOND_MS] as const],
        ),
      ),
  );
  metrics.gauge("sapa_model_calls_running", "Requests that are running at vendors.", () => models.countPlaces().running);
  metrics.gauge("sapa_model_calls_waiting", "Replies that wait for a place at a vendor.", () => models.countPlaces().waiting);
}

function describeStorage(metrics: Metrics, { config, db, readSpace }: Deps): void {
  metrics.gauge("sapa_database_bytes", "Size of the database.", () => db.bytes());
  metrics.gauge("sapa_disk_free_bytes", "Free space on the disk of the data folder.", () => readSpace().free);
  metrics.gauge("sapa_disk_size_bytes", "Size of the disk of the data folder.", () => readSpace().total);
  metrics.gauge("sapa_backup_age_seconds", "Age of the last backup in the data folder.", () => {
    const { lastBackup } = readBackupTimes(dataPaths(config.data).backups);
    return lastBackup === null ? null : Math.max(0, (db.now - Date.parse(lastBackup)) / SECOND_MS);
  });
  metrics.gauge("sapa_backup_good", "1 if the last backup of the server passed its trial restore, 0 if it failed.", async () => {
    const [last] = await listEnded(db, 1);
    return last ? Number(last.state === "good") : null;
  });
}

function describeProcess(metrics: Metrics, { maxOpenFiles }: Deps): void {
  const startedAt = (Date.now() - process.uptime() * SECOND_MS) / SECOND_MS;
  metrics.gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", () => startedAt);
  metrics.total("process_cpu_seconds_total", "Processor time of the process.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROS;
  });
  metrics.gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  metrics.gauge("process_heap_bytes", "Memory that JavaScript objects use.", () => process.memoryUsage().heapUsed);
  metrics.gauge("process_open_fds", "Open files and sockets.", () => countOpenFiles() || null);
  metrics.gauge("process_max_fds", "How many files and sockets may be open.", () => maxOpenFiles);
  let loop: Loop | null = null;
  metrics.gauge("sapa_event_loop_delay_seconds", "How late the event loop was since the last time that this was read.", () => {
    // Begins with the first monitor, so that a server without one does not pay for it.
    const measured = loop ? describeLoop(loop) : null;
    loop ??= monitorEventLoopDelay({ resolution: LOOP_RESOLUTION });
    loop.enable();
    loop.reset();
    return measured;
  });
}

type Loop = ReturnType<typeof monitorEventLoopDelay>;

function describeLoop(loop: Loop): Measured {
  const late = (nanos: number) => Math.max(0, nanos / NANOS - LOOP_RESOLUTION / SECOND_MS);
  return [
    [{ quantile: "0.5" }, late(loop.percentile(50))],
    [{ quantile: "0.99" }, late(loop.percentile(99))],
    [{ quantile: "1" }, late(loop.max)],
  ];
}

/** Several figures of one page share one reading. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}
