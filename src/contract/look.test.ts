import { describe, expect, test } from "bun:test";
import { AGENT_DEFAULTS, COLOUR_FIELDS } from "./agent-fields.ts";
import { imageValue, lookOf, UNSET } from "./look.ts";

describe("the theme", () => {
  test("each colour field changes a property, light and dark", () => {
    for (const scheme of ["light", "dark"] as const) {
      const plain = JSON.stringify(lookOf(AGENT_DEFAULTS, scheme));
      for (const field of COLOUR_FIELDS) {
        const onLight = field === "iconButtonColor" ? { toggleIconColor: "#ffffff" } : {};
        const changed = JSON.stringify(lookOf({ ...AGENT_DEFAULTS, ...onLight, [field]: "#123456" }, scheme));
        expect(changed).not.toBe(plain);
        expect(changed).toContain("#123456");
      }
    }
  });

  test("in the light theme, the described defaults are shown as they are", () => {
    const theme = Object.values(lookOf(AGENT_DEFAULTS, "light"));
    for (const field of COLOUR_FIELDS.filter((name) => name !== "iconButtonColor")) expect(theme).toContain(AGENT_DEFAULTS[field]);
  });

  test("in the dark theme, a colour that the owner chose stays", () => {
    expect(lookOf({ ...AGENT_DEFAULTS, botBackgroundColor: "#ffffff" }, "dark")["--bot"]).toBe("#ffffff");
    expect(lookOf(AGENT_DEFAULTS, "dark")["--bot"]).not.toBe(AGENT_DEFAULTS.botBackgroundColor);
  });

  test("the header has the launcher's colour, as far as text on it is readable", () => {
    const headOf = (toggleIconColor: string) => {
      const look = lookOf({ ...AGENT_DEFAULTS, toggleIconColor }, "light");
      return [look["--head"], look["--head-ink"]];
    };
    expect(headOf("#1F6B4F")).toEqual(["#1f6b4f", "#fff"]);
    expect(headOf("#fde68a")).toEqual(["#fde68a", "#16211d"]);
    // The default is a shade too light for white text.
    expect(headOf("#6366F1")).toEqual(["#6164ec", "#fff"]);
    // Half transparent on white is pink.
    expect(headOf("#ff000080")).toEqual(["#ff7f7f", "#16211d"]);
  });

  test("icons in the header have the colour that the owner chose, if it can be seen there", () => {
    const iconsOf = (iconButtonColor: string, toggleIconColor: string) =>
      lookOf({ ...AGENT_DEFAULTS, iconButtonColor, toggleIconColor }, "light")["--icon"];
    expect(iconsOf("#ffe9a8", "#1F6B4F")).toBe("#ffe9a8");
    expect(iconsOf("#1a5c40", "#1F6B4F")).toBe(UNSET);
    // The dark icons of a palette from the time when the header was white.
    expect(iconsOf("#14241D", "#0B7A57")).toBe(UNSET);
    expect(iconsOf(AGENT_DEFAULTS.iconButtonColor, "#ffffff")).toBe(UNSET);
  });

  test("only http(s) addresses become images, and none can leave its quotes", () => {
    expect(imageValue("https://a.my/b.png")).toBe('url("https://a.my/b.png")');
    for (const bad of ["", "x", "javascript:alert(1)", "data:image/svg+xml,x"]) expect(imageValue(bad)).toBe("none");
    expect(imageValue("https://a.my/b.png?</style><script>#</style>")).not.toContain("<");
    const inner = imageValue('https://a.my/")url(//evil)\\"x#"y\\').slice(5, -2);
    expect(inner.replace(/\\[\\"]/g, "")).not.toMatch(/["\\]/);
  });
});
