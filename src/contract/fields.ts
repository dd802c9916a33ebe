/** Helpers that the tables of fields share (agent-fields.ts, plan-fields.ts, settings-fields.ts): they make objects row by row. */

/** Makes an object with a member for each of the names. */
export function collectFields<Name extends string, Values extends Partial<Record<Name, unknown>>>(
  names: readonly Name[],
  make: <One extends Name>(name: One) => Values[One],
): Values {
  const made: Partial<Record<Name, unknown>> = {};
  for (const name of names) made[name] = make(name);
  return made as Values;
}

type Rows = Readonly<Record<string, { kind: string }>>;

/** Gives each row the entry that `made` has for the row's kind. */
export function byKindOf<Table extends Rows, Made extends Record<Table[keyof Table]["kind"], unknown>>(
  table: Table,
  made: Made,
): { [Name in keyof Table]: Made[Table[Name]["kind"]] } {
  const kinds: Readonly<Record<string, unknown>> = made;
  const pairs = Object.entries(table).map(([name, row]) => [name, kinds[row.kind]]);
  return Object.fromEntries(pairs) as { [Name in keyof Table]: Made[Table[Name]["kind"]] };
}

/** Compares two values of a field; lists of texts and texts in several languages are compared item by item. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [first, second] = [Object.entries(one), new Map(Object.entries(other))];
  return first.length === second.size && first.every(([name, item]) => item === second.get(name));
}
