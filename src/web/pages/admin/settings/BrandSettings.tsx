import { useTranslation } from "react-i18next";
import { accentOf, BRAND_PICTURE_MAX_KILOBYTES, type BrandScheme, brandOf } from "../../../../contract/brand.ts";
import { SETTINGS_FIELDS } from "../../../../contract/settings-fields.ts";
import { formatNumber } from "../../../text/format.ts";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { BrandPicture } from "./BrandPicture.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import type { SectionProps } from "./section.ts";

/** What the service is called and how it looks: for everyone who opens it. */
export function BrandSettings(props: SectionProps) {
  const { t } = useTranslation("admin");
  const { values, errors, change } = props;
  return (
    <>
      <FormGroup title={t("appearance.name")} lead={t("appearance.nameLead")}>
        <TextField
          label={t("appearance.productName")}
          hint={t("appearance.productNameHint")}
          value={values.productName}
          error={errors.productName}
          maxLength={SETTINGS_FIELDS.productName.max}
          autoComplete="off"
          onChange={(event) => change({ productName: event.target.value })}
        />
        <Picture
          {...props}
          name="brandLogo"
          label={t("appearance.logo")}
          hint={t("appearance.logoHint", { kilobytes: formatNumber(BRAND_PICTURE_MAX_KILOBYTES) })}
        />
        <Picture {...props} name="brandLogoDark" label={t("appearance.logoDark")} hint={t("appearance.logoDarkHint")} />
        <Picture {...props} name="brandIcon" label={t("appearance.icon")} hint={t("appearance.iconHint")} />
      </FormGroup>
      <FormGroup title={t("appearance.colours")} lead={t("appearance.coloursLead")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Colour {...props} name="brandColour" scheme="light" label={t("appearance.colour")} />
          <Colour
            {...props}
            name="brandColourDark"
            scheme="dark"
            label={t("appearance.colourDark")}
            hint={t("appearance.colourDarkHint")}
          />
        </div>
        <BrandPreview brand={brandOf(values)} />
      </FormGroup>
      <FormGroup title={t("appearance.legal")} lead={t("appearance.legalLead")}>
        <Address {...props} name="termsUrl" label={t("appearance.terms")} />
        <Address {...props} name="privacyUrl" label={t("appearance.privacy")} />
        <Address {...props} name="imprintUrl" label={t("appearance.imprint")} />
      </FormGroup>
      <FormGroup title={t("appearance.poweredBy")} lead={t("appearance.poweredByLead")}>
        <TextField
          label={t("appearance.poweredByText")}
          value={values.poweredByText}
          error={errors.poweredByText}
          maxLength={SETTINGS_FIELDS.poweredByText.max}
          autoComplete="off"
          onChange={(event) => change({ poweredByText: event.target.value })}
        />
        <Address {...props} name="poweredByUrl" label={t("appearance.poweredByUrl")} hint={t("appearance.poweredByUrlHint")} />
        <p className="text-sm text-quiet">{t("appearance.reload")}</p>
      </FormGroup>
    </>
  );
}

interface OneProps<Name extends string> extends SectionProps {
  name: Name;
  label: string;
  hint?: string;
}

const Picture = ({ values, errors, change, name, label, hint }: OneProps<"brandLogo" | "brandLogoDark" | "brandIcon">) => (
  <BrandPicture
    label={label}
    hint={hint ?? ""}
    isOnDark={name === "brandLogoDark"}
    path={values[name]}
    error={errors[name]}
    onChange={(path) => change({ [name]: path })}
  />
);

const Address = ({ values, errors, change, name, label, hint }: OneProps<"termsUrl" | "privacyUrl" | "imprintUrl" | "poweredByUrl">) => (
  <TextField
    label={label}
    hint={hint}
    type="url"
    placeholder="https://"
    value={values[name]}
    error={errors[name]}
    maxLength={400}
    autoComplete="off"
    onChange={(event) => change({ [name]: event.target.value.trim() })}
  />
);

/** The product's own colours, which a colour input must show while none is chosen. */
const OWN: Record<BrandScheme, string> = { light: "#0b6b4d", dark: "#63c59c" };
const isWhole = (colour: string) => /^#[0-9a-f]{6}$/i.test(colour);

function Colour({
  values,
  errors,
  change,
  name,
  scheme,
  label,
  hint,
}: OneProps<"brandColour" | "brandColourDark"> & { scheme: BrandScheme }) {
  const { t } = useTranslation("admin");
  const value = values[name];
  const used = value || (scheme === "dark" ? values.brandColour : "");
  const accent = isWhole(used) ? accentOf(used, scheme) : null;
  const isTold = accent?.isAdjusted === true && value !== "";
  return (
    <Field label={label} hint={isTold ? t("appearance.adjusted", { colour: accent.colour.toUpperCase() }) : hint} error={errors[name]}>
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={t("appearance.pick", { label })}
            value={isWhole(value) ? value.toLowerCase() : (accent?.colour ?? OWN[scheme])}
            onChange={(event) => change({ [name]: event.target.value })}
            className="h-10 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-raised p-1"
          />
          <input
            {...control}
            type="text"
            className="input font-mono uppercase"
            value={value}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ [name]: event.target.value.trim() })}
          />
        </div>
      )}
    </Field>
  );
}
