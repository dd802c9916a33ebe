/** The table of contents: every route of the product is mounted here, and nowhere else. */
import type { Assets } from "./platform/assets.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import type { Db } from "./platform/db.ts";
import type { Keys } from "./platform/keys.ts";
import type { Log } from "./platform/log.ts";

export interface AppDeps {
  version: string;
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  keys: Keys;
  assets: Assets;
}
