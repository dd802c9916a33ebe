/** Derives the custom properties of the framed page from the agent's fields. docs/embed.md says what each field colours. */
import { AGENT_DEFAULTS, type AgentValues, type ColourField } from "./agent-fields.ts";
import { contrastOf, inkOn, READABLE, readableGround } from "./colour.ts";
import { type Scheme, sizeOf } from "./frame.ts";

/** In a dark scheme, fields that the owner has not set have these values; a colour that the owner chose stays. */
const DARK_DEFAULTS: Partial<Record<ColourField, string>> = {
  userChatboxColor: "#245442",
  botBackgroundColor: "#28322d",
  userBackgroundColor: "#141a17",
  loadingIndicatorColor: "#c3cfc8",
};

/** The fields that decide the style. */
type Look = Pick<AgentValues, ColourField | "chatboxBackgroundImage" | "roomy">;

function isUnset(agent: Look, field: ColourField): boolean {
  return agent[field].toLowerCase() === AGENT_DEFAULTS[field].toLowerCase();
}

function colourOf(agent: Look, field: ColourField, scheme: Scheme): string {
  return (scheme === "dark" && isUnset(agent, field) && DARK_DEFAULTS[field]) || agent[field];
}

/** `url("…")` for an http(s) address, else `none`. The address is quoted, so that it can never end the function. */
export function imageValue(address: string): string {
  try {
    const url = new URL(address);
    return /^https?:$/.test(url.protocol) ? `url(${JSON.stringify(url.href)})` : "none";
  } catch {
    return "none";
  }
}

/** The value of a property that is not set. frame.css has its own value in its place. */
export const UNSET = "initial";

/** The custom properties that frame.css uses. */
export function lookOf(agent: Look, scheme: Scheme): Record<string, string> {
  const user = colourOf(agent, "userChatboxColor", scheme);
  const bot = colourOf(agent, "botBackgroundColor", scheme);
  const head = readableGround(agent.toggleIconColor);
  // As readable as text: where light text is the better one, dark icons beside it would look like a mistake.
  const hasOwnIcons = !isUnset(agent, "iconButtonColor") && contrastOf(agent.iconButtonColor, head) >= READABLE;
  const { width, height } = sizeOf(agent, true);
  return {
    "--user": user,
    "--user-ink": inkOn(user),
    "--bot": bot,
    "--bot-ink": inkOn(bot),
    "--area": colourOf(agent, "userBackgroundColor", scheme),
    "--area-image": imageValue(agent.chatboxBackgroundImage),
    "--accent": agent.toggleIconColor,
    "--accent-ink": inkOn(agent.toggleIconColor),
    "--send": agent.sendButtonColor,
    "--send-ink": inkOn(agent.sendButtonColor),
    "--head": head,
    "--head-ink": inkOn(head),
    "--icon": hasOwnIcons ? agent.iconButtonColor : UNSET,
    "--dots": colourOf(agent, "loadingIndicatorColor", scheme),
    "--w": agent.roomy ? `${width - 20}px` : UNSET,
    "--h": agent.roomy ? `${height - 20}px` : UNSET,
  };
}
