import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_DEFAULTS, AGENT_FIELDS, COLOUR_FIELDS, type ColourField, type PictureField } from "../../../../contract/agent-fields.ts";
import { READABLE, readableGround } from "../../../../contract/colour.ts";
import { PICTURE_MAX_MEGABYTES } from "../../../../contract/file.ts";
import { isPictureUrl } from "../../../../contract/knowledge.ts";
import { contrast, readableOn } from "../../../colour.ts";
import { formatNumber } from "../../../text/format.ts";
import { TextField } from "../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { ColourInput } from "./ColourInput.tsx";
import type { Draft } from "./draft.ts";
import type { FormProps } from "./form.ts";
import { ImageInput } from "./ImageInput.tsx";
import { pictureRefusal } from "./image-address.ts";
import { PALETTES } from "./palettes.ts";
import { UploadedPictures } from "./UploadedPictures.tsx";

/** The second tab: pictures, colours and the typing indicator. */
export function Appearance({ draft, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const [left, setLeft] = useState<Partial<Record<PictureField, string>>>({});
  const hints = useColourHints(draft);
  // As the preview asks, which follows the device and not the theme of this page.
  const isDark = useMediaQuery("(prefers-color-scheme: dark)");
  const labels: Record<ColourField, string> = {
    userChatboxColor: t("look.userChatboxColor"),
    botBackgroundColor: t("look.botBackgroundColor"),
    userBackgroundColor: t("look.userBackgroundColor"),
    toggleIconColor: t("look.toggleIconColor"),
    sendButtonColor: t("look.sendButtonColor"),
    iconButtonColor: t("look.iconButtonColor"),
    loadingIndicatorColor: t("look.loadingIndicatorColor"),
  };
  /** An address is checked when the field loses focus, not while it is half typed. */
  const problemOf = (field: PictureField) => {
    const isWrong = left[field] === draft[field] && draft[field] !== "" && !isPictureUrl(draft[field]);
    return problems[field] ?? (isWrong ? pictureRefusal(t) : undefined);
  };
  const image = (field: PictureField, label: string, hint: string) => (
    <ImageInput
      label={label}
      hint={hint}
      value={draft[field]}
      accepts={isPictureUrl}
      error={problemOf(field)}
      onChange={(value) => change({ [field]: value })}
      onBlur={() => setLeft({ ...left, [field]: draft[field] })}
    />
  );
  return (
    <>
      <FormGroup title={t("look.colours")} lead={t("look.coloursLead")}>
        <Palettes draft={draft} change={change} />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {COLOUR_FIELDS.map((field) => (
            <ColourInput
              key={field}
              label={labels[field]}
              value={draft[field]}
              initial={AGENT_DEFAULTS[field]}
              automatic={field === "iconButtonColor" ? readableOn(readableGround(draft.toggleIconColor)) : undefined}
              hint={hints[field]}
              error={problems[field]}
              onChange={(value) => change({ [field]: value })}
            />
          ))}
        </div>
        {isDark && <p className="text-sm text-quiet">{t("look.dark")}</p>}
      </FormGroup>
      <FormGroup
        title={t("look.pictures")}
        lead={`${t("look.picturesLead")} ${t("upload.rules", { megabytes: formatNumber(PICTURE_MAX_MEGABYTES) })}`}
      >
        {image("profileImage", t("look.profileImage"), t("look.profileImageHint"))}
        {image("toggleIcon", t("look.toggleIcon"), t("look.toggleIconHint"))}
        {image("chatboxBackgroundImage", t("look.chatboxBackgroundImage"), t("look.chatboxBackgroundImageHint"))}
        <UploadedPictures />
      </FormGroup>
      <FormGroup title={t("look.size")}>
        <Switch label={t("look.roomy")} hint={t("look.roomyHint")} value={draft.roomy} onChange={(roomy) => change({ roomy })} />
      </FormGroup>
      <FormGroup title={t("look.waiting")}>
        <TypingText draft={draft} change={change} problems={problems} />
      </FormGroup>
    </>
  );
}

/** The initial text is shown to visitors in their own language, so the field is empty for as long as the owner has written none. */
function TypingText({ draft: { typingText }, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const [typed, setTyped] = useState("");
  const isInitial = typingText === AGENT_DEFAULTS.typingText && typed !== typingText;
  const write = (text: string) => {
    setTyped(text);
    change({ typingText: text === "" ? AGENT_DEFAULTS.typingText : text });
  };
  return (
    <TextField
      label={t("look.typingText")}
      hint={t("look.typingTextHint")}
      placeholder={t("look.typingTextInitial")}
      value={isInitial ? "" : typingText}
      onChange={(event) => write(event.target.value)}
      error={problems.typingText}
      maxLength={AGENT_FIELDS.typingText.max}
    />
  );
}

/** Hints for colours that are hard to see. Text in bubbles needs no hint: the widget chooses black or white by contrast. */
function useColourHints(draft: Draft): Partial<Record<ColourField, string>> {
  const { t } = useTranslation("editor");
  const hints: Partial<Record<ColourField, string>> = {};
  if (contrast(draft.toggleIconColor, "#ffffff") < 1.6) hints.toggleIconColor = t("look.faintOnPage");
  if (
    draft.iconButtonColor !== AGENT_DEFAULTS.iconButtonColor &&
    contrast(draft.iconButtonColor, readableGround(draft.toggleIconColor)) < READABLE
  )
    hints.iconButtonColor = t("look.faintOnHeader");
  if (contrast(draft.loadingIndicatorColor, draft.botBackgroundColor) < 2) hints.loadingIndicatorColor = t("look.faintOnBubble");
  if (contrast(draft.botBackgroundColor, draft.userBackgroundColor) < 1.08) hints.botBackgroundColor = t("look.faintOnBox");
  if (contrast(draft.userChatboxColor, draft.userBackgroundColor) < 1.08) hints.userChatboxColor = t("look.faintOnBox");
  return hints;
}

/** Sets of matching colours to start from. */
export function Palettes({ draft, change }: Pick<FormProps, "draft" | "change">) {
  const { t } = useTranslation("editor");
  return (
    <div>
      <p className="font-semibold">{t("look.palettes")}</p>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {PALETTES.map((palette) => {
          const isTaken = COLOUR_FIELDS.every((field) => draft[field].toLowerCase() === palette.colours[field].toLowerCase());
          return (
            <button
              key={palette.name}
              type="button"
              aria-pressed={isTaken}
              onClick={() => change(palette.colours)}
              className="flex min-h-10 cursor-pointer items-center gap-2 rounded-control border border-base-300 bg-raised px-3 text-sm font-medium hover:border-line-strong aria-pressed:border-primary aria-pressed:ring-1 aria-pressed:ring-primary"
            >
              <span aria-hidden="true" className="flex -space-x-1">
                {([palette.colours.toggleIconColor, palette.colours.userChatboxColor, palette.colours.botBackgroundColor] as const).map(
                  (colour) => (
                    <span key={colour} className="size-4 rounded-full border border-base-content/15" style={{ background: colour }} />
                  ),
                )}
              </span>
              {palette.name}
            </button>
          );
        })}
      </div>
    </div>
  );
}
