import { settingsApi } from "../../contract/calls/settings.schema.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import { presentForAdmin, presentForAnyone, presentForOwner } from "./present.ts";
import type { AlsoChange, SettingsSource } from "./settings.ts";

interface Deps {
  config: Pick<Config, "publicUrl">;
  http: Http;
  clock: Clock;
  settings: SettingsSource;
  models: { catalogue: Catalogue };
  also: AlsoChange;
}

export function settingsRoutes({ http, clock, config: { publicUrl }, settings, models, also }: Deps) {
  return mount("settings", [
    http.endpoint(settingsApi.fetchSettings, async ({ viewer }) => {
      const current = await settings.read();
      if (viewer?.role === "admin") return presentForAdmin(current, publicUrl, models.catalogue);
      return viewer ? presentForOwner(current, publicUrl, clock.now()) : presentForAnyone(current, publicUrl);
    }),
    http.endpoint(settingsApi.saveSettings, async ({ body, viewer, address }) => {
      await settings.write(body, { actor: viewer, address }, also);
      return { ...presentForAdmin(await settings.read(), publicUrl, models.catalogue), message: "Settings saved successfully!" };
    }),
  ]);
}
