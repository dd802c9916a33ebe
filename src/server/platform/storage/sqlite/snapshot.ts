/** One read transaction for all reads of one turn of the event loop. */
import type { Database } from "bun:sqlite";

export interface Snapshot {
  /** Call it before a read. The transaction ends automatically after this turn of the event loop. */
  begin(): void;
  /**
   * After this call, the next read begins a new transaction. Call it before every commit and checkpoint of this process:
   * an open snapshot would hide the commit, and would prevent SQLite from emptying the write-ahead log.
   */
  end(): void;
  /** Call it before the connection is closed. */
  close(): void;
}

/**
 * Without a snapshot, every statement takes and releases SQLite's lock on the write-ahead log, which takes longer than
 * most reads. Reads of a request see the same state of the database unless the request waits for something else in between.
 */
export function createSnapshot(reader: Database): Snapshot {
  const begin = reader.prepare("begin");
  const rollback = reader.prepare("rollback");
  let isOpen = false;

  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    // A failed read may have ended the transaction already.
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
