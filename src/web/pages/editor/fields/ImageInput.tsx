import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PICTURE_URL_MAX } from "../../../../contract/agent-fields.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";

interface ImageInputProps {
  label: string;
  hint?: string;
  value: string;
  /** Whether an address may be loaded. The rule for knowledge images is stricter than the one for the agent's pictures. */
  accepts: (address: string) => boolean;
  error?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  required?: boolean;
}

/** A field for an image's address with the image beside it, so that the owner notices a wrong address before saving. */
export function ImageInput({ label, hint, value, accepts, error, onChange, onBlur, required = false }: ImageInputProps) {
  const { t } = useTranslation("editor");
  const [broken, setBroken] = useState("");
  const isBroken = value !== "" && broken === value;
  return (
    <Field label={label} aside={required ? undefined : t("optional")} hint={isBroken ? t("look.imageBroken") : hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-3">
          <Thumbnail address={accepts(value) ? value : ""} className="size-10" onBroken={setBroken} />
          <input
            {...control}
            type="url"
            className="input"
            value={value}
            required={required}
            placeholder="https://"
            maxLength={PICTURE_URL_MAX}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim())}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  );
}
