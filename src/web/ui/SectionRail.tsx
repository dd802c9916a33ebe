import { useId } from "react";
import { Link } from "react-router-dom";

interface SectionRailProps {
  /** What the sections belong to, for assistive technology. */
  label: string;
  /** Names the choice on narrow screens. */
  choose: string;
  current: string;
  sections: readonly { name: string; label: string; to: string }[];
  onChoose: (name: string) => void;
}

/** The sections of a page, each with its own address: a column beside the content, or a choice above it on narrow screens. */
export function SectionRail({ label, choose, current, sections, onChoose }: SectionRailProps) {
  const labelId = useId();
  return (
    <div>
      <nav aria-label={label} className="sticky top-6 max-lg:hidden">
        <ul className="space-y-0.5">
          {sections.map((one) => (
            <li key={one.name}>
              <Link
                to={one.to}
                preventScrollReset
                aria-current={one.name === current ? "page" : undefined}
                className="flex min-h-10 items-center rounded-control px-3 text-quiet hover:bg-base-200 hover:text-base-content aria-[current=page]:bg-base-200 aria-[current=page]:font-semibold aria-[current=page]:text-base-content"
              >
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-6 flex items-center gap-3 lg:hidden">
        <span id={labelId} className="text-quiet">
          {choose}
        </span>
        <select
          aria-labelledby={labelId}
          className="select w-auto grow sm:max-w-xs"
          value={current}
          onChange={(event) => onChoose(event.target.value)}
        >
          {sections.map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
