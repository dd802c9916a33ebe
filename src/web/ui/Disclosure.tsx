import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  title: ReactNode;
  /** What a screen reader says instead of the title, where the same title is in every row. */
  label?: string;
  className?: string;
  titleClass?: string;
  /** Brings what was opened into view, where it may be below the edge of a pane. */
  isFollowed?: boolean;
  children: ReactNode;
}

/** A line that opens what is below it. The chevron says that there is more, and turns once it is shown. */
export function Disclosure({ title, label, className = "", titleClass = "", isFollowed = false, children }: DisclosureProps) {
  return (
    <details
      className={`group/disclosure ${className}`}
      onToggle={isFollowed ? ({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: "nearest" }) : undefined}
    >
      <summary
        aria-label={label}
        className={`flex min-h-6 w-fit max-w-full cursor-pointer list-none items-start gap-1.5 max-sm:min-h-11 max-sm:py-2.5 [&::-webkit-details-marker]:hidden ${titleClass}`}
      >
        <span className="flex h-[1lh] shrink-0 items-center">
          <ChevronRight
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="transition-transform duration-150 ease-quiet group-open/disclosure:rotate-90"
          />
        </span>
        <span className="min-w-0 break-words">{title}</span>
      </summary>
      {children}
    </details>
  );
}
