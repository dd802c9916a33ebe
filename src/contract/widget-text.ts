/** The widget's texts, by language. The framed page has those of one language. */
import type { Language } from "./language.ts";
import * as en from "./text/en/widget.ts";
import * as ms from "./text/ms/widget.ts";
import type { FrameText, LoaderText, RefusalText } from "./text/widget.ts";

export const LOADER_TEXT: Record<Language, LoaderText> = { en: en.loader, ms: ms.loader };
export const FRAME_TEXT: Record<Language, FrameText> = { en: en.frame, ms: ms.frame };
/** The name of the button that closes the invitation. */
export const DISMISS_TEXT: Record<Language, string> = { en: en.dismiss, ms: ms.dismiss };
/** The link to what an agent keeps, on the page of its chat. */
export const PRIVACY_TEXT: Record<Language, string> = { en: en.privacy, ms: ms.privacy };
export const REFUSAL_TEXT: Record<Language, RefusalText> = { en: en.refusal, ms: ms.refusal };
