import type { ReactNode } from "react";

/** A short group of fields under its own heading. */
export function FormGroup({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-t border-base-300 pt-6 pb-10 first:border-0 first:pt-0">
      <h2 className="text-lg">{title}</h2>
      {lead && <p className="mt-1 text-quiet">{lead}</p>}
      <div className="mt-5 space-y-5">{children}</div>
    </section>
  );
}
