import { describe, expect, test } from "bun:test";
import { AGENT_DEFAULTS, COLOUR_FIELDS } from "./agent-fields.ts";
import { imageValue, lookOf } from "./look.ts";

describe("the theme", () => {
  test("each colour field changes a property, light and dark", () => {
    for (const scheme of ["light", "dark"] as const) {
      const plain = JSON.stringify(lookOf(AGENT_DEFAULTS, scheme));
      for (const field of COLOUR_FIELDS) {
        const changed = JSON.stringify(lookOf({ ...AGENT_DEFAULTS, [field]: "#123456" }, scheme));
        expect(changed).not.toBe(plain);
        expect(changed).toContain("#123456");
      }
    }
  });

  test("in the light theme, the described defaults are shown as they are", () => {
    const theme = Object.values(lookOf(AGENT_DEFAULTS, "light"));
    for (const field of COLOUR_FIELDS) expect(theme).toContain(AGENT_DEFAULTS[field]);
  });

  test("in the dark theme, a colour that the owner chose stays", () => {
    expect(lookOf({ ...AGENT_DEFAULTS, botBackgroundColor: "#ffffff" }, "dark")["--bot"]).toBe("#ffffff");
    expect(lookOf(AGENT_DEFAULTS, "dark")["--bot"]).not.toBe(AGENT_DEFAULTS.botBackgroundColor);
  });

  test("icons that would be invisible on the header get a background", () => {
    expect(lookOf({ ...AGENT_DEFAULTS, iconButtonColor: "#ffffff" }, "light")["--icon-ground"]).toBe("#16211d");
    expect(lookOf(AGENT_DEFAULTS, "light")["--icon-ground"]).toBe("transparent");
    expect(lookOf({ ...AGENT_DEFAULTS, iconButtonColor: "#B91C1C" }, "dark")["--icon-ground"]).toBe("#fff");
    expect(lookOf({ ...AGENT_DEFAULTS, iconButtonColor: "#B91C1C" }, "light")["--icon-ground"]).toBe("transparent");
  });

  test("only http(s) addresses become images, and none can leave its quotes", () => {
    expect(imageValue("https://a.my/b.png")).toBe('url("https://a.my/b.png")');
    for (const bad of ["", "x", "javascript:alert(1)", "data:image/svg+xml,x"]) expect(imageValue(bad)).toBe("none");
    expect(imageValue("https://a.my/b.png?</style><script>#</style>")).not.toContain("<");
    const inner = imageValue('https://a.my/")url(//evil)\\"x#"y\\').slice(5, -2);
    expect(inner.replace(/\\[\\"]/g, "")).not.toMatch(/["\\]/);
  });
});
