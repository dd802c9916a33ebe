/** How the application's documents look: with or without sign-up, and with the operator's brand. */
import { brandOf, DEFAULT_BRAND } from "../../contract/brand.ts";
import { brandRules, fillPage } from "../../contract/brand-page.ts";
import type { PageKind } from "../platform/http/assets.ts";
import type { Log } from "../platform/log.ts";
import type { Settings, SettingsSource } from "./settings.ts";

type Kind = Required<Pick<PageKind, "isSignUpClosed" | "dress">>;

/** While the settings cannot be read, pages are shown as they were last, or as if nothing had been changed. */
export function createPageKind(settings: Pick<SettingsSource, "read">, log: Pick<Log, "debug">): () => Promise<Kind> {
  let last: { of: Settings | null; kind: Kind } = { of: null, kind: { isSignUpClosed: false, dress: null } };
  return async () => {
    try {
      const current = await settings.read();
      // The settings are one object until they change.
      if (last.of !== current) last = { of: current, kind: kindOf(current) };
    } catch (error) {
      log.debug("a page is shown as it was last: the settings could not be read", { error });
    }
    return last.kind;
  };
}

function kindOf(settings: Settings): Kind {
  const brand = brandOf(settings);
  const key = JSON.stringify(brand);
  const isDefault = key === JSON.stringify(DEFAULT_BRAND);
  const dress = isDefault ? null : { key, style: brandRules(brand), fill: (template: string) => fillPage(template, brand, false) };
  return { isSignUpClosed: !settings.signUpsOpen, dress };
}
