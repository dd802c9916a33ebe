import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { Cards, NARROW, ROLES, useCards } from "./use-cards.ts";

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
  /** The widest window in which the rows are cards. Default: a tablet. */
  cards?: keyof typeof NARROW;
  /** The rows. */
  children: ReactNode;
}

/**
 * A dense table. Where there is no room for its columns, each row is a card of two lines or more, so that nothing is cut
 * off. A table that is wider than the page scrolls inside its own region.
 */
export function DataTable(props: DataTableProps) {
  const { label, columns, sorting, isStale = false, isWide = false, cards = "tablet", children } = props;
  const areCards = useMediaQuery(NARROW[cards]);
  const look = isStale ? "opacity-60" : "";
  if (areCards) {
    return (
      <table
        {...ROLES.table}
        aria-label={label}
        aria-busy={isStale}
        className={`block border-t border-base-300 text-sm tabular-nums ${look}`}
      >
        <tbody {...ROLES.body} className="block">
          <Cards value={true}>{children}</Cards>
        </tbody>
      </table>
    );
  }
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className={`@container overflow-x-auto rounded-control border border-base-300 ${isWide ? "" : "lg:overflow-visible"}`}
    >
      <table aria-label={label} aria-busy={isStale} className={`w-full text-sm tabular-nums ${look}`}>
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

/**
 * A row. As a card, the cells that are `title` and `aside` are the first line, and the others follow below. Two that are `half` share
 * a line, and those that are `last` have a line of their own.
 */
export function Row({ children }: { children: ReactNode }) {
  const areCards = useCards();
  if (!areCards) return <tr>{children}</tr>;
  return (
    <tr
      {...ROLES.row}
      className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-base-300 py-3 before:order-2 after:order-4 after:basis-full has-data-last:after:content-[''] in-[tbody:has([aria-haspopup=dialog])]:pe-12 before:basis-full before:content-['']"
    >
      {children}
    </tr>
  );
}

type CardPlace = "title" | "aside" | "icon" | "line" | "half" | "last";

const CARD_LOOKS: Record<CardPlace, string> = {
  title: "order-0 min-w-0 flex-1 basis-2/5 text-base",
  aside: "order-1 max-w-1/2 text-end",
  // As high as the button for the actions, which is beside it.
  icon: "order-1 -my-1 self-start",
  line: "order-3 min-w-0 max-w-full text-quiet",
  half: "order-3 min-w-0 max-w-[calc(50%-0.375rem)] text-quiet",
  last: "order-5 min-w-0 max-w-full text-quiet",
};

interface CellProps {
  isNumber?: boolean;
  /** The column shares the width that the others leave. What does not fit is cut off; without it, the cell is as wide as its text. */
  isFlexible?: boolean;
  /** Where the cell is on a card. */
  card?: CardPlace;
  /** What the value is, since a card has no column that says it. */
  label?: string;
  children?: ReactNode;
}

/** A cell, 40 px high in a table. */
export function Cell({ isNumber, isFlexible, card = "line", label, children }: CellProps) {
  const areCards = useCards();
  if (!areCards) {
    // With a maximum of 0, long texts do not make the column, and so the table, wider than the page.
    const width = isFlexible ? "w-1/2 max-w-0" : "whitespace-nowrap";
    return <td className={`h-10 border-b border-base-300 px-3 ${width} ${isNumber ? "text-end" : ""}`}>{children}</td>;
  }
  return (
    <td {...ROLES.cell} data-last={card === "last" ? "" : undefined} className={`block ${CARD_LOOKS[card]}`}>
      {label === undefined ? (
        children
      ) : (
        <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-1">
          <span>{label}</span>
          <span className="text-base-content">{children}</span>
        </span>
      )}
    </td>
  );
}

/** A cell below a row, over the whole visible width, also where the table itself is wider and scrolls. */
export function WideCell({ columns, id, children }: { columns: number; id: string; children: ReactNode }) {
  const areCards = useCards();
  if (areCards) {
    return (
      <tr {...ROLES.row} id={id} className="block border-b border-base-300 bg-base-200">
        <td {...ROLES.cell} className="block p-4">
          {children}
        </td>
      </tr>
    );
  }
  return (
    <tr id={id}>
      <td colSpan={columns} className="border-b border-base-300 bg-base-200 p-0">
        <div className="sticky start-0 w-[100cqw] p-4">{children}</div>
      </td>
    </tr>
  );
}

/** A label for a value out of a small set, such as a plan or a status. */
export function Chip({ children, isLoud = false, title }: { children: ReactNode; isLoud?: boolean; title?: string }) {
  const look = isLoud ? "bg-accent text-accent-content" : "bg-secondary text-secondary-content";
  return (
    <span title={title} className={`inline-block shrink-0 rounded-full px-2 text-sm font-semibold whitespace-nowrap ${look}`}>
      {children}
    </span>
  );
}
