/**
 * Runs the whole server with one more row in its table of vendors and no other change: the vendor is configured, chosen,
 * checked and used for a reply. ninth-vendor.test.ts runs this in its own process, because the row must exist before any
 * module is loaded. The argument is the address of a vendor with OpenAI's protocol; the results are printed as JSON.
 */
import { connect } from "./socket-client.ts";

const ROW = `
  ninth: {
    label: "Ninth",
    note: "New",
    url: "https://api.ninth.example",
    variable: "SAPA_NINTH_URL",
    needsKey: true,
    cache: { read: 0.25 },
    model: createOpenAiModel({ basePath: "/v1", cacheKey: false, askUsage: true }),
    listModels: listFrom({ path: "/v1/models", headers: bearer, list: "data", id: "id" }),
  },`;
const TABLE = "const TABLE = {";

Bun.plugin({
  name: "a ninth vendor",
  setup(build) {
    build.onLoad({ filter: /[/]vendors[/]vendors[.]ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      if (!source.includes(TABLE)) throw new Error("the table of vendors does not begin as expected");
      return { contents: source.replace(TABLE, TABLE + ROW), loader: "ts" };
    });
  },
});

const { testApp } = await import("./app.ts");
const { createModels } = await import("../src/server/models/calls/models.ts");
const { readVendorUrls, VENDOR_VARIABLES } = await import("../src/server/models/vendors/addresses.ts");
const { systemClock } = await import("../src/server/platform/clock.ts");
const { createLog } = await import("../src/server/platform/log.ts");
const { serveCommand } = await import("../src/server/cli/serve.ts");

const urls = readVendorUrls({ SAPA_NINTH_URL: process.argv[2] });
const sapa = await testApp({ models: createModels({ urls, clock: systemClock, log: createLog("silent") }) });
const token = await sapa.adminToken();
const saved = await sapa.call("PUT", "/api/settings", {
  token,
  body: { aiModel: "ninth/any-model", modelKeys: { ninth: "key-of-ninth" } },
});
const shown = await sapa.call("GET", "/api/settings", { token });
const list = await sapa.call("GET", "/api/models", { token });
const check = await sapa.call("POST", "/api/models/check", { token, body: { provider: "ninth", model: "ninth/any-model" } });
const owner = await sapa.signUp("owner");
const chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
const visitor = await connect(await sapa.listen(), chatId);
const reply = await visitor.ask("When does the shop open?");
visitor.close();
await sapa.close();
console.log(
  JSON.stringify({
    saved: saved.status,
    masked: shown.body.modelKeys,
    group: list.body.groups.find(({ provider }: { provider: string }) => provider === "ninth"),
    check: check.body,
    reply: reply.text,
    isKnownVariable: VENDOR_VARIABLES.includes("SAPA_NINTH_URL"),
    usage: serveCommand.usage.split("\n").find((line) => line.includes("SAPA_NINTH_URL")),
  }),
);
