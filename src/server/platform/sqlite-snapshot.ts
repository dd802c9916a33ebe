/** One read transaction for all reads of one turn of the event loop. */
import type { Database } from "bun:sqlite";

export interface Snapshot {
  /** To be called before a read. The transaction ends by itself after this turn of the event loop. */
  begin(): void;
  /**
   * The next read sees what is committed by then. To be called before every commit and checkpoint of this process: an
   * open snapshot would hide the commit, and would keep the write-ahead log from being emptied, so that it grows.
   */
  end(): void;
  /** Before the connection is closed. */
  close(): void;
}

/**
 * Without it every statement takes and releases SQLite's lock on the write-ahead log, which costs more time than most
 * reads. All reads of a request that are not separated by other waiting see the same state of the database.
 */
export function createSnapshot(reader: Database): Snapshot {
  const begin = reader.prepare("begin");
  const rollback = reader.prepare("rollback");
  let isOpen = false;

  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    // A failed read may have ended it already.
    if (reader.inTransaction) rollback.run();
  };

  return {
    begin() {
      if (isOpen) return;
      begin.run();
      isOpen = true;
      setImmediate(end);
    },
    end,
    close() {
      end();
      begin.finalize();
      rollback.finalize();
    },
  };
}
