import type { LucideIcon } from "lucide-react";

export interface GhostRow {
  Icon?: LucideIcon;
  title: string;
  note: string;
}

/** What an empty list will look like. Decoration that is hidden from assistive technology, which reads the text beside it. */
export function GhostRows({ rows, className = "mt-6" }: { rows: readonly GhostRow[]; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`divide-y divide-base-300 rounded-surface border border-dashed border-line-strong px-4 text-quiet select-none ${className}`}
    >
      {rows.map(({ Icon, title, note }) => (
        <div key={title} className="flex items-start gap-3 py-3">
          {Icon && <Icon size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />}
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">{title}</span>
            <span className="block text-sm">{note}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
