import { AGENT_DEFAULTS, type ColourField } from "../../../../contract/agent-fields.ts";
import { mixWithWhite } from "../../../colour.ts";

interface Palette {
  /** A proper name, which is the same in every language. */
  name: string;
  colours: Record<ColourField, string>;
}

const {
  userChatboxColor,
  botBackgroundColor,
  userBackgroundColor,
  toggleIconColor,
  sendButtonColor,
  iconButtonColor,
  loadingIndicatorColor,
} = AGENT_DEFAULTS;

/** Sets of matching colours. The first one has the default colours. */
export const PALETTES: readonly Palette[] = [
  {
    name: "Nila",
    colours: {
      userChatboxColor,
      botBackgroundColor,
      userBackgroundColor,
      toggleIconColor,
      sendButtonColor,
      iconButtonColor,
      loadingIndicatorColor,
    },
  },
  { name: "Pandan", colours: paletteOf("#0B7A57", "#CDEBDD", "#EEF2EF", "#FFFFFF") },
  { name: "Kunyit", colours: paletteOf("#B45309", "#FDE9C3", "#F3EFE6", "#FFFDF8") },
  { name: "Bunga Raya", colours: paletteOf("#B4233C", "#FBDDE2", "#F3EEEF", "#FFFFFF") },
  { name: "Laut", colours: paletteOf("#0B5C8A", "#D3E9F6", "#EDF1F4", "#FFFFFF") },
  { name: "Arang", colours: paletteOf("#1F2937", "#DCE1E8", "#F1F2F4", "#FFFFFF") },
];

/** Matching colours around one of a business. */
export function paletteFrom(brand: string): Record<ColourField, string> {
  return paletteOf(brand, mixWithWhite(brand, 0.8), mixWithWhite(brand, 0.94), "#FFFFFF");
}

function paletteOf(brand: string, visitor: string, agent: string, box: string): Record<ColourField, string> {
  return {
    userChatboxColor: visitor,
    botBackgroundColor: agent,
    userBackgroundColor: box,
    toggleIconColor: brand,
    sendButtonColor: brand,
    iconButtonColor: "#FFFFFF",
    loadingIndicatorColor: brand,
  };
}
