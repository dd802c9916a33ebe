import { useState } from "react";
import { useTranslation } from "react-i18next";

interface NamedProps {
  name: string;
  /** Null: there is nothing to show. */
  id: string | null;
  isStrong?: boolean;
}

/** A name. Pressing it shows the id, in a form that can be copied as a whole. */
export function Named({ name, id, isStrong = false }: NamedProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const look = `relative block max-w-full truncate ${isStrong ? "font-semibold" : ""}`;
  if (id === null) return <span className={look}>{name}</span>;
  return (
    <span className="inline-block max-w-full min-w-0 align-top">
      <button
        type="button"
        className={`${look} cursor-pointer text-start decoration-line-strong decoration-dotted underline-offset-4 hover:underline`}
        title={`${name} (${id})`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
        <span className="sr-only"> – {t("admin.showId")}</span>
      </button>
      {isOpen && <span className="block max-w-full font-mono text-sm break-all whitespace-normal text-quiet select-all">{id}</span>}
    </span>
  );
}
