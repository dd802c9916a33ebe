import { Elysia } from "elysia";
import { settingsInput } from "../../contract/settings.schema.ts";
import type { Catalogue } from "../models/catalogue/catalogue.ts";
import { type Http, json } from "../platform/http.ts";
import { presentForAdmin, presentForAnyone, presentForOwner } from "./present.ts";
import type { SettingsSource } from "./settings.ts";

export function settingsRoutes({ http, settings, models }: { http: Http; settings: SettingsSource; models: { catalogue: Catalogue } }) {
  return new Elysia({ name: "settings" })
    .get(
      "/api/settings",
      http.endpoint({ access: "anyone" }, async ({ viewer }) => {
        const current = await settings.read();
        if (viewer?.role === "admin") return json(presentForAdmin(current, models.catalogue));
        return json(viewer ? presentForOwner(current) : presentForAnyone(current));
      }),
    )
    .put(
      "/api/settings",
      http.endpoint({ access: "admin", body: settingsInput }, async ({ body, viewer, address }) => {
        await settings.write(body, { actor: viewer, address });
        return json({ ...presentForAdmin(await settings.read(), models.catalogue), message: "Settings saved successfully!" });
      }),
    );
}
