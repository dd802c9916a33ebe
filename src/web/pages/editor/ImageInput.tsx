import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_MAX } from "../../../contract/agent.ts";
import { isImageUrl } from "../../../contract/knowledge.ts";
import { Field } from "../../ui/Field.tsx";

interface ImageInputProps {
  label: string;
  hint?: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  required?: boolean;
}

/** An image's address with the image beside it, so that a wrong address is seen before anybody saves. */
export function ImageInput({ label, hint, value, error, onChange, onBlur, required = false }: ImageInputProps) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState("");
  const isBroken = value !== "" && broken === value;
  return (
    <Field label={label} aside={required ? undefined : t("optional")} hint={isBroken ? t("look.imageBroken") : hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-3">
          <Thumbnail address={isImageUrl(value) ? value : ""} isBroken={isBroken} onBroken={setBroken} />
          <input
            {...control}
            type="url"
            className="input"
            value={value}
            required={required}
            placeholder="https://"
            maxLength={AGENT_MAX.url}
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

function Thumbnail({ address, isBroken, onBroken }: { address: string; isBroken: boolean; onBroken: (address: string) => void }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-control border border-base-300 bg-base-200 text-quiet">
      {address !== "" && !isBroken ? (
        <img src={address} alt="" referrerPolicy="no-referrer" className="size-full object-cover" onError={() => onBroken(address)} />
      ) : (
        <ImageOff size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}
