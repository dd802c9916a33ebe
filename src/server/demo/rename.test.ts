/** The product's name and pictures, and what changes with them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { jpeg, png, pngOfSize, webp } from "../../../test/pictures.ts";
import { BRAND_PICTURE_MAX_BYTES } from "../../contract/brand.ts";
import { matchStore } from "../files/store-mark.ts";
import { removeUnusedFiles } from "../files/sweep.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  await matchStore(sapa, true);
});
afterEach(() => sapa.close());

const put = (body: unknown) => sapa.call("PUT", "/api/settings", { token: admin, body });
const upload = async (picture: Uint8Array<ArrayBuffer>) =>
  (await sapa.call("POST", "/api/files", { token: admin, raw: picture, headers: { "content-type": "image/png" } })).body;
const demo = async (language = "en") => {
  const { body } = await sapa.call("GET", "/api/chats/demo", { token: admin });
  const { body: shown } = await sapa.call("GET", "/api/chats/demo", { headers: { "accept-language": language } });
  return { agent: body, shown, text: JSON.stringify([body, shown]) };
};

test("the demo agent that explains the product takes its new name, also back", async () => {
  const before = await demo();
  expect(before.text).toContain("Sapa");
  expect((await put({ productName: "Kedai Sembang" })).status).toBe(200);
  const renamed = await demo();
  expect(renamed.text).not.toMatch(/\bsapa\b/i);
  expect(renamed.agent).toMatchObject({ chatName: "Kedai Sembang", defaultMessage: expect.stringContaining("Kedai Sembang") });
  expect((await put({ productName: "" })).status).toBe(200);
  const { agent } = await demo();
  expect([agent.chatName, agent.focus, agent.knowledge]).toEqual([before.agent.chatName, before.agent.focus, before.agent.knowledge]);
});

test("what the operator has written into the demo agent stays", async () => {
  const { agent } = await demo();
  const knowledge = ["Our own text about Sapa.", ...agent.knowledge.slice(1)];
  await sapa.call("PUT", "/api/chats/demo", { token: admin, body: { ...agent, chatName: "Siti", knowledge } });
  await put({ productName: "Kedai Sembang" });
  const after = (await demo()).agent;
  expect(after.chatName).toBe("Siti");
  expect(after.knowledge[0]).toBe("Our own text about Sapa.");
  expect(after.knowledge.slice(1).join(" ")).not.toContain("Sapa");
});

test("a logo stays when the administrator deletes the picture from their own ones", async () => {
  const { hash, path } = await upload(png());
  expect((await put({ brandLogo: path })).status).toBe(200);
  await sapa.call("DELETE", `/api/files/${hash}`, { token: admin });
  sapa.clock.pass(3 * 86_400_000);
  await removeUnusedFiles(sapa, sapa.clock.now());
  expect((await sapa.call("GET", path)).status).toBe(200);
});

test("a picture that mails and receipts cannot show, that is too large or gone is refused, and nothing is changed", async () => {
  const large = await upload(pngOfSize(BRAND_PICTURE_MAX_BYTES + 1));
  const other = await upload(webp());
  const photo = await upload(jpeg());
  const refused = [
    [other.path, "brand.picture"],
    [large.path, "brand.pictureTooLarge"],
    [`/files/${"0".repeat(64)}.png`, "brand.pictureGone"],
    [photo.path.replace(".jpg", ".png"), "brand.picture"],
    ["https://elsewhere.example/logo.png", "brand.picture"],
  ];
  for (const [path, id] of refused) {
    const { status, body } = await put({ brandLogo: path, productName: "Changed" });
    expect([status, path, JSON.stringify(body)]).toEqual([422, path, expect.stringContaining(`"${id}"`)]);
  }
  expect((await sapa.call("GET", "/api/settings")).body).toMatchObject({ brandLogo: "", productName: "" });
  expect((await put({ brandLogo: photo.path })).status).toBe(200);
});

test("a colour or an address that is none is refused", async () => {
  for (const body of [{ brandColour: "red" }, { brandColour: "#12345" }, { termsUrl: "javascript:alert(1)" }, { poweredByUrl: "kedai" }]) {
    expect([body, (await put(body)).status]).toEqual([body, 422]);
  }
});
