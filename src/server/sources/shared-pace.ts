/** One request a second to each host, by all processes that serve from the database together. */
import type { Node } from "../nodes/node.ts";
import type { Db } from "../platform/storage/db.ts";
import type { TakeTurn } from "../reading/site/pace.ts";
import { takeTurn } from "./pace-store.ts";

/** The only process of an installation counts for itself. */
export function createSharedPace({ db, node }: { db: Db; node: Pick<Node, "id"> }): TakeTurn {
  return async (host, ms) => (node.id === null ? 0 : db.transaction((tx) => takeTurn(tx, host, ms), { lock: `pace:${host}` }));
}
