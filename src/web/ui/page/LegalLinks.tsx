import { useTranslation } from "react-i18next";
import { currentBrand } from "../../brand.ts";
import { Branded } from "./Branded.tsx";

/** Links to the operator's terms, privacy notice and imprint, as far as there are any. */
export function LegalLinks({ className }: { className: string }) {
  const { t } = useTranslation();
  const brand = currentBrand();
  return (
    <Branded when="legal">
      <nav aria-label={t("legal")} className={`flex flex-wrap gap-x-5 text-sm text-quiet ${className}`}>
        {(["terms", "privacy", "imprint"] as const).map((name) => (
          <Branded key={name} when={name}>
            <a href={brand[name]} target="_blank" rel="noopener" className="inline-flex min-h-8 items-center underline underline-offset-3">
              {t(`legal.${name}`)}
            </a>
          </Branded>
        ))}
      </nav>
    </Branded>
  );
}
