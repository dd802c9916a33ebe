import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

export interface Column {
  label: string;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** The column's name in the sort order. Absent: the table cannot be sorted by this column. */
  sort?: string;
  /** The label is only for screen readers. */
  isQuiet?: boolean;
}

export interface Sorting {
  by: string;
  order: "asc" | "desc";
  onSort: (by: string, order: "asc" | "desc") => void;
}

interface DataTableProps {
  label: string;
  columns: readonly Column[];
  sorting?: Sorting;
  /** Another page or filter is loading. */
  isStale?: boolean;
  /** The table is wider than the page, so it scrolls inside its region at any window width. */
  isWide?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A dense table. On narrow screens it scrolls inside its own region, so that the page does not scroll sideways. */
export function DataTable({ label, columns, sorting, isStale = false, isWide = false, children }: DataTableProps) {
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className={`overflow-x-auto rounded-control border border-base-300 ${isWide ? "" : "lg:overflow-visible"}`}
    >
      <table aria-label={label} aria-busy={isStale} className={`w-full text-sm tabular-nums ${isStale ? "opacity-60" : ""}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Head({ column, sorting }: { column: Column; sorting?: Sorting }) {
  const { t } = useTranslation("admin");
  const { label, isNumber, sort, isQuiet } = column;
  const isSorted = sorting !== undefined && sort !== undefined && sorting.by === sort;
  const Icon = sorting?.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.order === "asc" ? "ascending" : "descending") : undefined}
      className={`sticky top-0 z-1 h-10 border-b border-base-300 bg-base-200 px-3 font-semibold whitespace-nowrap ${isNumber ? "text-end" : "text-start"}`}
    >
      {sort && sorting ? (
        <button
          type="button"
          className="inline-flex h-10 cursor-pointer items-center gap-1"
          title={t("admin.sortBy", { label })}
          onClick={() => sorting.onSort(sort, isSorted && sorting.order === "asc" ? "desc" : "asc")}
        >
          {label}
          {isSorted && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        </button>
      ) : (
        <span className={isQuiet ? "sr-only" : ""}>{label}</span>
      )}
    </th>
  );
}

interface CellProps {
  isNumber?: boolean;
  /** An id, which is truncated where there is no room; the title has all of it. */
  id?: string;
  children?: ReactNode;
}

/** A cell, 40 px high. */
export function Cell({ isNumber, id, children }: CellProps) {
  return (
    <td className={`h-10 border-b border-base-300 px-3 ${isNumber ? "text-end whitespace-nowrap" : ""}`}>
      {id === undefined ? (
        children
      ) : (
        <span title={id} className="block max-w-48 truncate font-mono">
          {id}
        </span>
      )}
    </td>
  );
}

/** The buttons at the end of a row, in one line. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return (
    <td className="h-10 border-b border-base-300 px-1">
      <div className="ms-auto flex w-max items-center gap-1">{children}</div>
    </td>
  );
}

interface RowButtonProps {
  /** What the button does, in a word. */
  label: string;
  /** The row that it acts on, for screen readers. */
  of: string;
  isBusy?: boolean;
  onClick: () => void;
}

export function RowButton({ label, of, isBusy = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm px-2 font-medium"
      aria-label={`${label} ${of}`}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

/** A label for a value out of a small set, such as a plan or a status. */
export function Chip({ children, isLoud = false, title }: { children: ReactNode; isLoud?: boolean; title?: string }) {
  const look = isLoud ? "bg-accent text-accent-content" : "bg-secondary text-secondary-content";
  return (
    <span title={title} className={`inline-block rounded-full px-2 font-semibold whitespace-nowrap ${look}`}>
      {children}
    </span>
  );
}
