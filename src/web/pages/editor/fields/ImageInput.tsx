import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PICTURE_URL_MAX } from "../../../../contract/agent-fields.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";
import { UploadButton } from "./UploadButton.tsx";

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

/**
 * A field for an image's address with the image beside it, so that the owner notices a wrong address before saving. An
 * image can also be uploaded, which fills in its address.
 */
export function ImageInput({ label, hint, value, accepts, error, onChange, onBlur, required = false }: ImageInputProps) {
  const { t } = useTranslation("editor");
  const [broken, setBroken] = useState("");
  const [uploadProblem, setUploadProblem] = useState("");
  const isBroken = value !== "" && broken === value;
  return (
    <Field
      label={label}
      aside={required ? undefined : t("optional")}
      hint={isBroken ? t("look.imageBroken") : hint}
      error={uploadProblem || error}
    >
      {(control) => (
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_auto_1fr]">
          <Thumbnail address={accepts(value) ? value : ""} className="size-10" onBroken={setBroken} />
          <UploadButton label={label} onUploaded={onChange} onProblem={setUploadProblem} />
          <input
            {...control}
            type="url"
            className="input min-w-0 max-sm:col-span-2"
            value={value}
            required={required}
            placeholder="https://"
            maxLength={PICTURE_URL_MAX}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setUploadProblem("");
              onChange(event.target.value.trim());
            }}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  );
}
