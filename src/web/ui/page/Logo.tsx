/** The mark: a smiling speech bubble. It is decorative; the name is in the text beside it. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d="M4 16C4 8.8 9.2 4 16 4s12 4.8 12 12-5.2 12-12 12H6a2 2 0 0 1-2-2z" className="fill-primary" />
      <path
        d="M10.5 16.5c1.2 2.7 3.2 4 5.5 4s4.3-1.3 5.5-4"
        fill="none"
        className="stroke-primary-content"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The mark and the name. With `isMarkOnPhones`, phones show only the mark. */
export function Logo({ isMarkOnPhones = false }: { isMarkOnPhones?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-lg text-base-content font-bold tracking-tight">
      <LogoMark />
      <span className={isMarkOnPhones ? "max-sm:sr-only" : ""}>Sapa</span>
    </span>
  );
}
