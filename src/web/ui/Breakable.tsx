import { Fragment } from "react";

/** A username or an address that breaks after its signs, and inside a word only where nothing else fits. Needs `wrap-anywhere`. */
export function Breakable({ children }: { children: string }) {
  return children.split(/(?<=[._@:/-])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state, and the same part may occur twice
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
