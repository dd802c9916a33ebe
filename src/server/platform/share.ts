/** The processes that serve from the same database. They divide the limits that each of them counts in its own memory. */
export interface Share {
  /** The number of living nodes, this one included, as of the last heartbeat; at least 1. */
  share(): number;
}

/** The only process of an installation. */
export const ALONE: Share = { share: () => 1 };
