import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Tone = "error" | "success" | "warning";

const ICONS = { error: CircleAlert, success: CircleCheck, warning: TriangleAlert };
/** Opaque, because some pages have a coloured ground. */
const COLOURS: Record<Tone, string> = {
  error: "border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] [&>svg]:text-error",
  success: "border-primary/40 bg-[color-mix(in_oklab,var(--color-primary)_8%,var(--color-base-100))] [&>svg]:text-primary",
  warning: "border-accent/70 bg-[color-mix(in_oklab,var(--color-accent)_15%,var(--color-base-100))] [&>svg]:text-base-content",
};

interface AlertProps {
  tone?: Tone;
  children: ReactNode;
  /** Buttons for what the user can do about the message. */
  actions?: ReactNode;
  className?: string;
}

/** A message at the place that it concerns. Errors interrupt a screen reader; other messages wait. */
export function Alert({ tone = "error", children, actions, className = "" }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`flex items-start gap-3 rounded-control border px-4 py-3 ${COLOURS[tone]} ${className}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={`shrink-0 ${actions ? "mt-1.75" : "mt-0.75"}`} />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-2">
        {/* Makes one line of text as high as the buttons beside it. */}
        <div className={`min-w-0 flex-1 basis-60 ${actions ? "py-1" : ""}`}>{children}</div>
        {actions && <div className="flex flex-wrap gap-2 self-start">{actions}</div>}
      </div>
    </div>
  );
}

interface RetryAlertProps extends Omit<AlertProps, "actions"> {
  onRetry: () => void;
}

/** Says that something failed, with a button that tries it again. */
export function RetryAlert({ onRetry, ...alert }: RetryAlertProps) {
  const { t } = useTranslation();
  return (
    <Alert
      {...alert}
      actions={
        <button type="button" className="btn btn-line btn-sm" onClick={onRetry}>
          {t("retry")}
        </button>
      }
    />
  );
}
