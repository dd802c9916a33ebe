import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { accentOf, type Brand, type BrandScheme } from "../../../../contract/brand.ts";

/** The header, a button and a link as pages will show them, on a light and on a dark ground. */
export function BrandPreview({ brand }: { brand: Brand }) {
  const { t } = useTranslation("admin");
  return (
    <section aria-label={t("appearance.preview")} className="grid gap-3 sm:grid-cols-2">
      <Ground brand={brand} scheme="light" colour={brand.colour} logo={brand.logo} label={t("appearance.previewLight")} />
      <Ground brand={brand} scheme="dark" colour={brand.colourDark} logo={brand.logoDark} label={t("appearance.previewDark")} />
    </section>
  );
}

interface GroundProps {
  brand: Brand;
  scheme: BrandScheme;
  colour: string;
  logo: string;
  label: string;
}

function Ground({ brand, scheme, colour, logo, label }: GroundProps) {
  const { t } = useTranslation("admin");
  const accent = /^#[0-9a-f]{6}$/i.test(colour) ? accentOf(colour, scheme) : null;
  const style = (accent && { "--color-primary": accent.colour, "--color-primary-content": accent.ink }) as CSSProperties | null;
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-sm text-quiet">{label}</p>
      <div
        data-theme={scheme}
        style={style ?? undefined}
        className="rounded-surface border border-base-300 bg-base-100 p-4 text-base-content"
      >
        <p className="flex min-h-8 items-center text-lg font-bold tracking-tight">
          {logo === "" ? (
            <span className="line-clamp-2 wrap-anywhere">{brand.name}</span>
          ) : (
            <img src={logo} alt={brand.name} className="h-8 max-w-48 object-contain object-left" />
          )}
        </p>
        <p className="mt-4 flex items-center gap-4">
          <span className="btn btn-primary pointer-events-none">{t("appearance.previewButton")}</span>
          <span className="link-plain">{t("appearance.previewLink")}</span>
        </p>
      </div>
    </div>
  );
}
