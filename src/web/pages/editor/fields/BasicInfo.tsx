import { useTranslation } from "react-i18next";
import { AGENT_NAME_MAX } from "../../../../contract/agent.ts";
import { AGENT_FIELDS } from "../../../../contract/agent-fields.ts";
import { Field, TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { ConsentFields } from "./ConsentFields.tsx";
import type { FormProps } from "./form.ts";
import { useMoods } from "./moods.ts";
import { StarterQuestions } from "./StarterQuestions.tsx";

/** The first tab: who the agent is, how it answers, and where it may appear. */
export function BasicInfo({ draft, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const moods = useMoods();
  return (
    <>
      <FormGroup title={t("basic.who")}>
        <TextField
          label={t("basic.name")}
          hint={t("basic.nameHint")}
          value={draft.chatName}
          onChange={(event) => change({ chatName: event.target.value })}
          error={problems.chatName}
          maxLength={AGENT_NAME_MAX}
          autoComplete="off"
          required
        />
        <TextField
          label={t("basic.tagline")}
          aside={t("optional")}
          hint={t("basic.taglineHint")}
          placeholder={t("basic.taglineEmpty")}
          value={draft.tagline}
          onChange={(event) => change({ tagline: event.target.value })}
          error={problems.tagline}
          maxLength={AGENT_FIELDS.tagline.max}
          autoComplete="off"
        />
        <Field label={t("basic.greeting")} hint={t("basic.greetingHint")} error={problems.defaultMessage}>
          {(control) => (
            <textarea
              {...control}
              className="textarea"
              rows={3}
              maxLength={AGENT_FIELDS.defaultMessage.max}
              value={draft.defaultMessage}
              onChange={(event) => change({ defaultMessage: event.target.value })}
            />
          )}
        </Field>
        <StarterQuestions draft={draft} change={change} problems={problems} />
        <TextField
          label={t("basic.invitation")}
          aside={t("optional")}
          hint={t("basic.invitationHint")}
          value={draft.invitation}
          onChange={(event) => change({ invitation: event.target.value })}
          error={problems.invitation}
          maxLength={AGENT_FIELDS.invitation.max}
          autoComplete="off"
        />
      </FormGroup>
      <FormGroup title={t("basic.how")}>
        <Field label={t("basic.mood")} hint={t("basic.moodHint")} error={problems.mood}>
          {(control) => (
            <select {...control} className="select" value={draft.mood} onChange={(event) => change({ mood: event.target.value })}>
              {moods.map((mood) => (
                <option key={mood.value} value={mood.value}>
                  {mood.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("basic.focus")} hint={t("basic.focusHint")} error={problems.focus}>
          {(control) => (
            <textarea
              {...control}
              className="textarea"
              rows={4}
              maxLength={AGENT_FIELDS.focus.max}
              value={draft.focus}
              onChange={(event) => change({ focus: event.target.value })}
            />
          )}
        </Field>
        <Switch
          label={t("basic.checkFacts")}
          hint={t("basic.checkFactsHint")}
          value={draft.checkFacts}
          onChange={(checkFacts) => change({ checkFacts })}
        />
        <Switch
          label={t("basic.showSources")}
          hint={t("basic.showSourcesHint")}
          value={draft.showSources}
          onChange={(showSources) => change({ showSources })}
        />
      </FormGroup>
      <FormGroup title={t("basic.where")}>
        <TextField
          label={t("basic.domain")}
          aside={t("optional")}
          hint={t("basic.domainHint")}
          placeholder="kedai.my, *.kedai.my"
          value={draft.domain}
          onChange={(event) => change({ domain: event.target.value })}
          error={problems.domain}
          maxLength={AGENT_FIELDS.domain.max}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
        />
      </FormGroup>
      <ConsentFields draft={draft} change={change} problems={problems} />
      <WhenAway draft={draft} change={change} problems={problems} />
    </>
  );
}

/** The messages for visitors when the agent does not answer. */
function WhenAway({ draft, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const text = (field: "offlineText" | "limitText", label: string, hint: string) => (
    <Field label={label} aside={t("optional")} hint={hint} error={problems[field]}>
      {(control) => (
        <textarea
          {...control}
          className="textarea"
          rows={2}
          maxLength={AGENT_FIELDS[field].max}
          value={draft[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormGroup title={t("basic.away")}>
      <Switch label={t("basic.paused")} hint={t("basic.pausedHint")} value={draft.paused} onChange={(paused) => change({ paused })} />
      {text("offlineText", t("basic.offlineText"), t("basic.offlineTextHint"))}
      {text("limitText", t("basic.limitText"), t("basic.limitTextHint"))}
    </FormGroup>
  );
}
