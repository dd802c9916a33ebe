import { useState } from "react";

type Open<Row, Extra> = { kind: "edit"; row: Row | Extra } | { kind: "delete"; row: Row } | null;

/**
 * The two dialogs of a list, of which one at a time is open: editing a row (or `Extra`, as `"new"`), and confirming its
 * deletion. `done` closes the open one and refreshes the list.
 */
export function useRowDialogs<Row, Extra extends string = never>(refresh: () => void) {
  const [open, setOpen] = useState<Open<Row, Extra>>(null);
  const close = () => setOpen(null);
  return {
    edited: open?.kind === "edit" ? open.row : null,
    doomed: open?.kind === "delete" ? open.row : null,
    edit: (row: Row | Extra) => setOpen({ kind: "edit", row }),
    askToDelete: (row: Row) => setOpen({ kind: "delete", row }),
    close,
    done: () => {
      close();
      refresh();
    },
  };
}
