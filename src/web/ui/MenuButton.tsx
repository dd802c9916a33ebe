import type { LucideIcon } from "lucide-react";

interface MenuButtonProps {
  icon?: LucideIcon;
  label: string;
  /** What a screen reader says instead, where the same menu is in every row. */
  name?: string;
  isDanger?: boolean;
  /** Says why it is disabled. */
  title?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** One action of a menu. */
export function MenuButton({ icon: Icon, label, name, isDanger = false, title, disabled, onClick }: MenuButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      title={title}
      aria-label={name}
      className={`flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-start hover:bg-base-200 disabled:cursor-default disabled:text-quiet disabled:hover:bg-transparent ${isDanger ? "text-error" : ""}`}
    >
      {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={`shrink-0 ${isDanger ? "" : "text-quiet"}`} />}
      {label}
    </button>
  );
}
