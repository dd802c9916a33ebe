/** Derives the custom properties of the framed page from the agent's fields. docs/embed.md says what each field colours. */
import { AGENT_DEFAULTS, type AgentValues, type ColourField } from "./agent-fields.ts";
import { DARK_INK, inkOn, LIGHT_INK, luminanceOf } from "./colour.ts";
import type { Scheme } from "./frame.ts";

/** In a dark scheme, fields that the owner has not set have these values; a colour that the owner chose stays. */
const DARK_DEFAULTS: Partial<Record<ColourField, string>> = {
  userChatboxColor: "#245442",
  botBackgroundColor: "#28322d",
  userBackgroundColor: "#141a17",
  iconButtonColor: "#e8eeea",
  loadingIndicatorColor: "#c3cfc8",
};

/** The fields that decide the style. */
type Look = Pick<AgentValues, ColourField | "chatboxBackgroundImage">;

function colourOf(agent: Look, field: ColourField, scheme: Scheme): string {
  const value = agent[field];
  const isUnset = value.toLowerCase() === AGENT_DEFAULTS[field].toLowerCase();
  return (scheme === "dark" && isUnset && DARK_DEFAULTS[field]) || value;
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

/** The custom properties that frame.css uses. */
export function lookOf(agent: Look, scheme: Scheme): Record<string, string> {
  const user = colourOf(agent, "userChatboxColor", scheme);
  const bot = colourOf(agent, "botBackgroundColor", scheme);
  const icon = colourOf(agent, "iconButtonColor", scheme);
  // White icons would be invisible on the white header (under 3:1, WCAG 1.4.11), so they get a background.
  const brightness = luminanceOf(icon);
  const iconGround = scheme === "dark" ? brightness < 0.147 && LIGHT_INK : brightness > 0.3 && DARK_INK;
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
    "--icon": icon,
    "--icon-ground": iconGround || "transparent",
    "--dots": colourOf(agent, "loadingIndicatorColor", scheme),
  };
}
