import { createContext, useContext } from "react";

/** Whether the rows of the table around a component are cards. */
export const Cards = createContext(false);
export const useCards = (): boolean => useContext(Cards);

/** The windows in which the rows of a table are cards: those in which its columns have no room. */
export const NARROW = {
  phone: "(max-width: 47.99rem)",
  tablet: "(max-width: 63.99rem)",
} as const;

/** A browser drops the roles of a table whose parts are not laid out as one; these say them in words. */
export const ROLES = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
} as const;
