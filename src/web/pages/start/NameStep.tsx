import { useTranslation } from "react-i18next";
import { AGENT_NAME_MAX } from "../../../contract/agent.ts";
import { AGENT_FIELDS } from "../../../contract/agent-fields.ts";
import { Field, TextField } from "../../ui/forms/Field.tsx";
import { useMoods } from "../editor/fields/moods.ts";
import { greetingOf } from "./greeting.ts";
import type { Guide } from "./use-guide.ts";

/** The moods that most businesses choose; the editor has all of them. */
const USUAL: readonly string[] = ["mesra dan santai", "profesional dan formal", "ceria dan bersemangat", ""];

/** Step 1: the agent's name, tone and greeting. */
export function NameStep({ guide: { draft, change, problems } }: { guide: Guide }) {
  const { t } = useTranslation("start");
  const rename = (chatName: string) => {
    const isOurs = [draft.chatName, ""].some((name) => draft.defaultMessage === greetingOf(name, t));
    change({ chatName, ...(isOurs ? { defaultMessage: greetingOf(chatName, t) } : {}) });
  };
  return (
    <>
      <TextField
        label={t("guide.name")}
        hint={t("guide.nameHint")}
        value={draft.chatName}
        onChange={(event) => rename(event.target.value)}
        error={problems.chatName}
        maxLength={AGENT_NAME_MAX}
        hasRoomForError
        autoFocus
        required
      />
      <Tones mood={draft.mood} onChange={(mood) => change({ mood })} />
      <Field label={t("guide.greeting")} error={problems.defaultMessage}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            rows={2}
            value={draft.defaultMessage}
            maxLength={AGENT_FIELDS.defaultMessage.max}
            onChange={(event) => change({ defaultMessage: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function Tones({ mood, onChange }: { mood: string; onChange: (mood: string) => void }) {
  const { t } = useTranslation("start");
  const moods = useMoods().filter(({ value }) => USUAL.includes(value) || value === mood);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t("guide.tone")}</legend>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {moods.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-10 cursor-pointer items-center rounded-control border border-base-300 bg-raised px-3 font-medium hover:border-line-strong has-checked:border-primary has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input type="radio" name="tone" className="sr-only" checked={value === mood} onChange={() => onChange(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
