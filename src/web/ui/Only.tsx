import type { ReactNode } from "react";
import { type May, useMay } from "../may.ts";

/** What only some members may use: for the others it is absent. */
export function Only({ may, children }: { may: keyof May; children: ReactNode }) {
  return useMay()[may] ? children : null;
}
