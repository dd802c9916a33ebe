import { Search } from "lucide-react";
import { useSettledText } from "./use-settled-text.ts";

interface SearchFieldProps {
  label: string;
  value: string;
  maxLength: number;
  /** Called when the user has paused typing. */
  onSearch: (text: string) => void;
}

export function SearchField({ label, value, maxLength, onSearch }: SearchFieldProps) {
  const [text, setText] = useSettledText(value, onSearch);
  return (
    <div className="relative">
      <Search
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 z-1 my-auto text-quiet"
      />
      <input
        type="search"
        className="input ps-10"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
