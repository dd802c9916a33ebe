import { useTranslation } from "react-i18next";
import { BANNER_LEVELS, BANNER_MAX, type Banner, isBannerShown } from "../../../../contract/banner.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../../contract/language.ts";
import { exampleOfDate, formatDateTime } from "../../../text/format.ts";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { BannerBox } from "../../../ui/page/OwnerBanner.tsx";
import type { SectionProps } from "./section.ts";

/** A time as the browser's field shows it, in the local time zone; empty for none. */
function toLocal(iso: string): string {
  if (iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const fromLocal = (text: string) => (text === "" ? "" : new Date(text).toISOString());

/** The banner that all owners see: its texts, how loud it is, and when it is shown. */
export function BannerSettings({ values, errors, change }: SectionProps) {
  const { t } = useTranslation("admin");
  const { banner } = values;
  const set = (patch: Partial<Banner>) => change({ banner: { ...banner, ...patch } });
  const whenEmpty = `${exampleOfDate(true)} ${t("banner.timeHint")}`;
  const isEmpty = LANGUAGES.every((language) => banner.texts[language] === "");
  return (
    <FormGroup title={t("banner.title")} lead={t("banner.lead")}>
      {LANGUAGES.map((language) => (
        <Field key={language} label={t("banner.text", { language: LANGUAGE_NAMES[language] })} error={errors[`banner.texts.${language}`]}>
          {(control) => (
            <textarea
              {...control}
              lang={language}
              className="textarea"
              rows={2}
              maxLength={BANNER_MAX}
              value={banner.texts[language]}
              onChange={(event) => set({ texts: { ...banner.texts, [language]: event.target.value } })}
            />
          )}
        </Field>
      ))}
      <Choice
        legend={t("banner.level")}
        value={banner.level}
        options={BANNER_LEVELS.map((value) => ({ value, label: t(`banner.level.${value}`) }))}
        onChange={(level) => set({ level })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("banner.from")}
          hint={banner.from === "" ? whenEmpty : formatDateTime(banner.from)}
          type="datetime-local"
          value={toLocal(banner.from)}
          error={errors["banner.from"]}
          onChange={(event) => set({ from: fromLocal(event.target.value) })}
        />
        <TextField
          label={t("banner.until")}
          hint={banner.until === "" ? whenEmpty : formatDateTime(banner.until)}
          type="datetime-local"
          value={toLocal(banner.until)}
          error={errors["banner.until"]}
          onChange={(event) => set({ until: fromLocal(event.target.value) })}
        />
      </div>
      {!isEmpty && (
        <section aria-label={t("banner.preview")}>
          <p className="mb-2 text-sm text-quiet">{t(isBannerShown(banner, Date.now()) ? "banner.preview" : "banner.previewLater")}</p>
          <div className="overflow-hidden rounded-control border border-base-300">
            <BannerBox banner={banner} />
          </div>
        </section>
      )}
    </FormGroup>
  );
}
