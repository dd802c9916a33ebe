import { expect, test } from "bun:test";
import { ALL_REFUSED, readRules, toRobots } from "./robots.ts";

const parseRobots = (text: string, name?: string) => toRobots(readRules(text, name));

/** The example of RFC 9309 §5.1. */
const SIMPLE = `
User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;

test.each([
  ["sapabot", "/example/page.html", false],
  ["sapabot", "/pictures/cat.gif", false],
  ["sapabot", "/pictures/cat.gif?big", true],
  ["sapabot", "/publications/a", true],
  ["foobot", "/example/page.html", true],
  ["foobot", "/example/allowed.gif", true],
  ["foobot", "/publications/a", false],
  ["barbot", "/example/page.html", false],
  ["bazbot", "/example/page.html", false],
  ["bazbot", "/example/cat.gif", true],
  ["quxbot", "/example/page.html", true],
])("the RFC's first example allows %s to read %s: %p", (name, path, allowed) => {
  expect(parseRobots(SIMPLE, name).allows(path)).toBe(allowed);
});

test("the longest match decides, as in the RFC's second example", () => {
  const robots = parseRobots("User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif", "foobot");
  expect(robots.allows("/example/page/")).toBe(true);
  expect(robots.allows("/example/page/disallowed.gif")).toBe(false);
});

test("of two equally long matches the one that allows decides, in either order", () => {
  expect(parseRobots("User-agent: *\nDisallow: /page\nAllow: /page").allows("/page")).toBe(true);
  expect(parseRobots("User-agent: *\nAllow: /page\nDisallow: /page").allows("/page")).toBe(true);
});

test("groups of the same name are one group, and names are compared without case and version", () => {
  const robots = parseRobots("User-agent: SAPABOT/2.0\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nuser-agent: sapabot\nDisallow: /b");
  expect([robots.allows("/a"), robots.allows("/b"), robots.allows("/c")]).toEqual([false, false, true]);
});

test("a line that is no rule, such as a sitemap, does not divide a group", () => {
  const robots = parseRobots("User-agent: other\nSitemap: https://shop.example/sitemap.xml\nUser-agent: sapabot\nDisallow: /");
  expect(robots.allows("/a")).toBe(false);
  expect(robots.sitemaps).toEqual(["https://shop.example/sitemap.xml"]);
});

test.each([
  ["/foo/bar?baz=quz", "/foo/bar?baz=quz", true],
  ["/foo/bar/U+E38384", "/foo/bar/U+E38384", true],
  ["/foo/bar/ツ", "/foo/bar/%E3%83%84", true],
  ["/foo/bar/%E3%83%84", "/foo/bar/ツ", true],
  ["/foo/bar/%62%61%7A", "/foo/bar/baz", true],
  ["/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", true],
])("the pattern %s matches the path %s: %p (RFC 9309 §2.2.2)", (pattern, path, isMatch) => {
  expect(parseRobots(`User-agent: *\nDisallow: ${pattern}`).allows(path)).toBe(!isMatch);
});

test.each([
  ["/fish*", "/fishheads/catfish.php?id=1", true],
  ["/*.php", "/folder/any.php.file.html", true],
  ["/*.php$", "/filename.php?parameters", false],
  ["/*.php$", "/filename.php", true],
  ["/fish*.php", "/fishheads/catfish.php", true],
  ["/fish*.php", "/Fish.PHP", false],
  ["/$", "/", true],
  ["/$", "/a", false],
  ["*", "/anything", true],
  ["/a*a$", "/a", false],
])("* and $: %s matches %s: %p", (pattern, path, isMatch) => {
  expect(parseRobots(`User-agent: *\nDisallow: ${pattern}`).allows(path)).toBe(!isMatch);
});

test("an empty rule allows everything, and without a group everything is allowed", () => {
  expect(parseRobots("User-agent: *\nDisallow:").allows("/a")).toBe(true);
  expect(parseRobots("<html>not found</html>").allows("/a")).toBe(true);
});

test("comments, byte order marks and old line ends are understood; a delay is bounded", () => {
  const robots = parseRobots("\ufeffUser-agent: * # all\rDisallow: /a # not this\rCrawl-delay: 3000");
  expect([robots.allows("/a"), robots.allows("/b"), robots.delayMs]).toEqual([false, true, 10_000]);
});

test("while robots.txt cannot be had, only the file itself may be read", () => {
  expect([ALL_REFUSED.allows("/"), ALL_REFUSED.allows("/robots.txt")]).toEqual([false, true]);
});

test("of a file with very many rules, the first 5,000 count", () => {
  const rules = "Disallow: /*a*a*a*a*a*a*a*a*a*a*b\n".repeat(5_000);
  const robots = parseRobots(`User-agent: *\n${rules}Disallow: /late`);
  expect(robots.allows(`/${"a".repeat(2_000)}`)).toBe(true);
  expect(robots.allows("/late")).toBe(true);
});
