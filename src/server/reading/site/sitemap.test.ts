import { expect, test } from "bun:test";
import { parseSitemap } from "./sitemap.ts";

test("pages have their own address, not that of a picture, and the day of their last change", () => {
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> https://shop.example/a?b=1&amp;c=2 </loc>
    <lastmod>2026-11-01</lastmod><image:image><image:loc>https://shop.example/a.jpg</image:loc></image:image></url>
    <url><loc><![CDATA[https://shop.example/b]]></loc></url><url></url></urlset>`;
  expect(parseSitemap(xml)).toEqual({
    pages: [
      { url: "https://shop.example/a?b=1&c=2", lastModified: "2026-11-01" },
      { url: "https://shop.example/b", lastModified: null },
    ],
    sitemaps: [],
  });
});

test("an index names further sitemaps", () => {
  const xml =
    "<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap><sitemap><loc>https://shop.example/2.xml</loc></sitemap></sitemapindex>";
  expect(parseSitemap(xml).sitemaps).toEqual(["https://shop.example/1.xml", "https://shop.example/2.xml"]);
});

test("a text has an address in each line", () => {
  expect(parseSitemap("https://shop.example/a\r\nnothing\nhttps://shop.example/b\n").pages.map(({ url }) => url)).toEqual([
    "https://shop.example/a",
    "https://shop.example/b",
  ]);
});

test("entities are not expanded, and other files have no pages", () => {
  const xml = '<!DOCTYPE x [<!ENTITY a "https://evil.example/">]><urlset><url><loc>&a;</loc></url></urlset>';
  expect(parseSitemap(xml).pages).toEqual([{ url: "&a;", lastModified: null }]);
  expect(parseSitemap("<html><body>not found</body></html>")).toEqual({ pages: [], sitemaps: [] });
});
