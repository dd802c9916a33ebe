/**
 * Runs the server from source, with dist/web served by @elysiajs/static. For development only: inside an executable, that
 * plugin sent the bundle's source to clients (docs/decisions/2026-11-21-assets-in-the-executable.md).
 */
import { staticPlugin } from "@elysiajs/static";
import { serve } from "../src/server/cli/serve.ts";
import { loadConfig } from "../src/server/platform/config.ts";
import { WEB } from "./build-paths.ts";
import { setUpBilling } from "./dev-billing.ts";

const config = loadConfig(process.argv.slice(2));
await setUpBilling(config);
await serve(config, async (app) => {
  app.use(await staticPlugin({ assets: WEB, prefix: "/", alwaysStatic: true, indexHTML: false, maxAge: 0 }));
});
