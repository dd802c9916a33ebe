import { initialOf } from "../../../contract/brand.ts";
import { isTemplate, MARKS } from "../../../contract/brand-page.ts";
import { currentBrand } from "../../brand.ts";
import { Branded } from "./Branded.tsx";

const MARK = "size-[1.625rem] shrink-0";

/** The mark: a smiling speech bubble; for a product of another name, its first letter. It is decorative; the name is in the text beside it. */
export function LogoMark({ className = MARK }: { className?: string }) {
  const { name } = currentBrand();
  return (
    <Branded
      when="renamed"
      otherwise={
        <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
          <path d="M4 16C4 8.8 9.2 4 16 4s12 4.8 12 12-5.2 12-12 12H6a2 2 0 0 1-2-2z" className="fill-primary" />
          <path
            d="M10.5 16.5c1.2 2.7 3.2 4 5.5 4s4.3-1.3 5.5-4"
            fill="none"
            className="stroke-primary-content"
            strokeWidth="2.6"
            strokeLinecap="round"
          />
        </svg>
      }
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <text x="16" y="22.5" textAnchor="middle" fontSize="19" fontWeight="700" className="fill-primary-content">
          {isTemplate({ name }) ? MARKS.initial : initialOf(name)}
        </text>
      </svg>
    </Branded>
  );
}

/** The operator's icon, or the mark. */
function Icon() {
  return (
    <Branded when="icon" otherwise={<LogoMark />}>
      <img src={currentBrand().icon} alt="" className={`${MARK} rounded-md object-contain`} />
    </Branded>
  );
}

/** The operator's logo, or the mark and the name. With `isMarkOnPhones`, phones show only the icon or the mark: a logo is too wide there. */
export function Logo({ isMarkOnPhones = false }: { isMarkOnPhones?: boolean }) {
  const { name, logo, logoDark } = currentBrand();
  const size = "h-8 w-auto max-w-48 object-contain object-left";
  return (
    <span className="inline-flex items-center gap-2 text-lg text-base-content font-bold tracking-tight">
      <Branded
        when="logo"
        otherwise={
          <>
            <LogoMark />
            <span className={isMarkOnPhones ? "max-sm:sr-only" : "max-w-60 truncate"}>{name}</span>
          </>
        }
      >
        {isMarkOnPhones && (
          <span className="sm:hidden">
            <Icon />
            <span className="sr-only">{name}</span>
          </span>
        )}
        <span className={isMarkOnPhones ? "max-sm:hidden" : ""}>
          <img src={logo} alt={name} className={`${size} dark-off`} />
          <img src={logoDark} alt={name} className={`${size} dark-on`} />
        </span>
      </Branded>
    </span>
  );
}
