/** The sections of the settings, in the order of the rail. The first one is shown when the address names none. */
export const VIEWS = [
  "models",
  "failover",
  "budgets",
  "limits",
  "payments",
  "receipts",
  "mail",
  "signup",
  "staff",
  "data",
  "backups",
  "appearance",
  "health",
  "breach",
  "audit",
] as const;
export type View = (typeof VIEWS)[number];
/** The sections that are a form. */
export type FormView = Exclude<View, "audit" | "breach" | "health" | "staff">;

export const readView = (text: string): View => VIEWS.find((view) => view === text) ?? "models";
