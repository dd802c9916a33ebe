/** The texts of statements, built once for each combination of templates. */
import type { Sql, SqlValue } from "./db.ts";

/** The templates that have been read so far. The next fragment is found by how many parameters came before it. */
interface Shape {
  text: string | null;
  next: WeakMap<readonly string[], Shape>[];
}

export function isFragment(value: SqlValue | Sql): value is Sql {
  return typeof value === "object" && value !== null && "strings" in value;
}

/**
 * @param placeholder the placeholder of the parameter with this number, counted from 1
 * @returns a function that adds the parameters of a statement to `values`, and returns the statement's text
 */
export function createTexts(placeholder: (number: number) => string): (query: Sql, values: SqlValue[]) => string {
  const shapes = new WeakMap<readonly string[], Shape>();

  /** @returns null if the statement contains a list, whose strings are made anew each time. */
  const find = (shape: Shape, query: Sql, values: SqlValue[]): Shape | null => {
    let found: Shape | null = shape;
    for (const value of query.values) {
      if (!isFragment(value)) values.push(value);
      else if ("raw" in value.strings) {
        const after: Shape["next"][number] = found.next[values.length] ?? new WeakMap();
        found.next[values.length] = after;
        found = find(enter(after, value.strings), value, values);
        if (!found) return null;
      } else return null;
    }
    return found;
  };

  const enter = (map: WeakMap<readonly string[], Shape>, strings: readonly string[]): Shape => {
    const known = map.get(strings);
    if (known) return known;
    const made: Shape = { text: null, next: [] };
    map.set(strings, made);
    return made;
  };

  const build = (query: Sql, values: SqlValue[]): string => {
    let text = query.strings[0] ?? "";
    query.values.forEach((value, index) => {
      text += isFragment(value) ? build(value, values) : placeholder(values.push(value));
      text += query.strings[index + 1] ?? "";
    });
    return text;
  };

  return (query, values) => {
    const shape = "raw" in query.strings ? find(enter(shapes, query.strings), query, values) : null;
    if (shape?.text) return shape.text;
    values.length = 0;
    const text = build(query, values);
    if (shape) shape.text = text;
    return text;
  };
}
