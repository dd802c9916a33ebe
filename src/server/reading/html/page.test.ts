import { expect, test } from "bun:test";
import { DocumentUnreadable } from "../document.ts";
import { decodePage } from "./charset.ts";
import { parsePage, readHtml } from "./page.ts";
import { MAX_ELEMENTS } from "./tree.ts";

const linesOf = (html: string) =>
  readHtml(html).parts.flatMap(({ heading, text }) => text.split("\n").map((line) => (heading ? `${heading} | ${line}` : line)));

test("headings become paths, and lists, line breaks and definitions stay lines", () => {
  const html = `<body><h1>Kedai Ali</h1><p>Selamat datang.</p>
    <h2>Cara bayar</h2><ul><li>Tunai<li>Kad<ul><li>Visa</ul></ul>
    <h2>Alamat</h2><p>No 5, Jalan Ampang<br>50450 Kuala Lumpur</p>
    <dl><dt>Parking<dd>Behind the shop<dt>Boleh COD?<dd>Boleh.</dl></body>`;
  expect(linesOf(html)).toEqual([
    "Kedai Ali | Selamat datang.",
    "Kedai Ali › Cara bayar | - Tunai",
    "Kedai Ali › Cara bayar | - Kad",
    "Kedai Ali › Cara bayar | - Visa",
    "Kedai Ali › Alamat | No 5, Jalan Ampang",
    "Kedai Ali › Alamat | 50450 Kuala Lumpur",
    "Kedai Ali › Alamat | Parking: Behind the shop",
    "Kedai Ali › Alamat | Boleh COD?",
    "Kedai Ali › Alamat | Boleh.",
  ]);
});

test("a row of a table has its header in its line, also across joined cells", () => {
  const html = `<table><caption>Drinks</caption><thead><tr><th>Name<th>Hot<th>Cold</thead>
    <tr><td>Teh tarik<td>RM2.50<td>RM3.00<tr><td rowspan=2>Kopi<td>RM2.00<td>RM2.80<tr><td>RM2.50<td>RM3.30</table>`;
  expect(linesOf(html)).toEqual([
    "Drinks",
    "Teh tarik: Hot RM2.50; Cold RM3.00",
    "Kopi: Hot RM2.00; Cold RM2.80",
    "Kopi: Hot RM2.50; Cold RM3.30",
  ]);
});

test("a table that only arranges the page is read as the page", () => {
  const html = "<table><tr><td><h1>Shop</h1><p>We sell cakes.</p><td><table><tr><td>a<td>b</table></table>";
  expect(linesOf(html).slice(0, 1)).toEqual(["Shop | We sell cakes."]);
});

test.each([
  '<div class="grid"><div class="card"><div>Nasi lemak</div><div>Sambal sotong</div><span>RM</span><span>8.50</span></div><div class="card"><div>Mee goreng</div><div>RM 7.00</div></div></div>',
  '<ul><li><a href="/a"><span>Nasi lemak</span> <p>Sambal sotong</p> <b>RM8.50</b></a><li><a href="/b">Mee goreng <b>RM 7.00</b></a></ul>',
  "<p>Nasi lemak</p><p>RM 8.50</p><p>Mee goreng</p><p>RM 7.00</p>",
  "<pre>Nasi lemak .... RM8.50\nMee goreng .... RM 7.00</pre>",
])("a price is in the line of its name: %s", (html) => {
  const lines = linesOf(`<body>${html}</body>`);
  expect(lines.filter((line) => /Nasi lemak.*RM ?8\.50/.test(line) || /Mee goreng.*RM 7\.00/.test(line))).toHaveLength(2);
});

test("a price below a heading is in the part of the heading", () => {
  const html =
    '<main><h1>Menu</h1><p>All our dishes, cooked when you order them, with rice or noodles.</p><div><a href="/1"><h3>Roti</h3><span>RM 3</span></a></div><div><h3>Tosai</h3><s>RM 5</s> <b>RM 4</b></div></main>';
  expect(linesOf(html).slice(1)).toEqual(["Menu › Roti | RM 3", "Menu › Tosai | RM 5 RM 4"]);
});

const AROUND = `<div class="cookie-consent">We use cookies. <a href=/c>More</a></div><header class="site-header"><a href="/">Ali</a><nav><a href="/">Home</a> <a href="/menu">Menu</a></nav></header>
  <div class="breadcrumb"><a href="/">Home</a> › Menu</div>TEXT
  <aside class="sidebar"><h4>Recent posts</h4><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul></aside>
  <footer><ul><li><a href=/t>Terms</a><li><a href=/p>Privacy</a></ul><h4>Waktu operasi</h4><p>Isnin–Jumaat 9am–6pm</p><p>© 2026 Kedai Ali. All rights reserved.</p></footer>
  <div role=dialog>Subscribe to our newsletter</div><form><label>Name</label><input><button>Send</button></form>`;

test.each([
  ["a main element", "<main><h1>Sewa kereta</h1><p>Myvi RM 120 sehari, minimum dua hari, dengan insurans.</p></main>"],
  [
    "an article",
    "<article><h1>Sewa kereta</h1><p>Myvi RM 120 sehari, minimum dua hari, dengan insurans, dan dihantar ke rumah anda di Kuala Lumpur tanpa bayaran tambahan sepanjang tahun.</p></article>",
  ],
  ["neither", "<div><div><h1>Sewa kereta</h1><p>Myvi RM 120 sehari, minimum dua hari, dengan insurans.</p></div></div>"],
])("menus, banners and footers are left out of a page with %s, and opening hours are kept", (_kind, text) => {
  const lines = linesOf(`<body>${AROUND.replace("TEXT", text)}</body>`);
  expect(lines[0]).toStartWith("Sewa kereta | Myvi RM 120 sehari");
  expect(lines.slice(1)).toEqual(["Waktu operasi", "Isnin–Jumaat 9am–6pm"]);
});

test("answers that are hidden until they are opened are text, other hidden elements are not", () => {
  const html = `<h1>FAQ</h1><details><summary>Is there parking?</summary><p>Yes, behind the shop.</p></details>
    <div class="accordion-body" style="display:none">Pets are welcome.</div><div style="display:none">Do not show</div><p hidden>Nor this</p>`;
  expect(linesOf(html)).toEqual(["FAQ | Is there parking?", "FAQ | Yes, behind the shop.", "FAQ | Pets are welcome."]);
});

test("a form that holds the whole page is the page", () => {
  expect(linesOf("<form id=aspnetForm><h1>Clinic</h1><p>We are open daily from 9am to 9pm for all patients.</p></form>")).toHaveLength(1);
});

test("title, language, canonical address, links and brand are read", () => {
  const html = `<html lang="ms-MY"><head><title>Menu &amp; Harga</title><link rel=canonical href="/menu"><base href="/x/"><meta property="og:site_name" content="Kedai Ali">
    <meta name="theme-color" content="#0a7"><style>:root{--brand-primary: #ff5500} body{color:#333}</style><script type="application/ld+json">
    {"@graph":[{"@type":"Restaurant","name":"Ali","logo":{"url":"/ld.png"}},{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"Ada parking?"}]}]}</script></head>
    <body><h1>Menu</h1><a href="a">A</a><a href="a">A</a><a href="b" rel="nofollow ugc">B</a><h3>Buka hari apa?</h3><p>Setiap hari.</p></body></html>`;
  const { title, language, canonical, links, base, look } = parsePage(html);
  expect({ title, language, canonical, links, base }).toEqual({
    title: "Menu & Harga",
    language: "ms",
    canonical: "/menu",
    links: ["a"],
    base: "/x/",
  });
  expect(look).toEqual({
    siteName: "Kedai Ali",
    colours: ["#00aa77", "#ff5500"],
    logo: "/ld.png",
    questions: ["Ada parking?", "Buka hari apa?"],
  });
});

test("a page without text is unreadable, such as one that a program fills", () => {
  const read = () =>
    readHtml("<title>App</title><body><div id=root></div><script>render('text')</script><noscript>Turn on JavaScript</noscript></body>");
  expect(read).toThrow(DocumentUnreadable);
});

test("characters are decoded once: references, also without semicolons or of Windows", () => {
  expect(linesOf("<p>Caf&eacute; &amp;amp; &#8220;Ali&#x201d; &#146;s &copy 5 &lt;b&gt; &unknown; &#0;x</p>")).toEqual([
    "Café &amp; “Ali” ’s © 5 <b> &unknown; \ufffdx",
  ]);
});

test.each([
  ["deep", `${"<div>".repeat(100_000)}text in the depth`],
  ["with many elements", "<p>text".repeat(100_000)],
  ["of unclosed comments", `<p>text</p>${"<!--".repeat(100_000)}`],
  ["of unclosed attributes", `<p>text</p>${"<a b='".repeat(100_000)}`],
  ["of unclosed lists", `<p>text</p>${"<ul><li>".repeat(50_000)}`],
  ["of unclosed tables", `<p>text</p>${"<table><tr><td>".repeat(30_000)}`],
  ["with huge spans", `<p>text</p><table>${"<tr><td rowspan=1000000000 colspan=1000000000>a<td>b".repeat(1_000)}</table>`],
  ["with many links in each other", `<p>text</p>${"<div><a href=x>y</a>".repeat(20_000)}`],
  ["of one long word", `<p>text ${"x".repeat(3_000_000)}</p>`],
  ["of references", `<p>text ${"&amp".repeat(400_000)}</p>`],
  ["of spaces", `<p>text${" ".repeat(1_900_000)}.</p>`],
  ["with a long style", `<p>text</p><style>${"--a:#".repeat(300_000)}</style>`],
])("a hostile page is read in bounded steps: %s", (_kind, html) => {
  const page = parsePage(html);
  expect(page.blocks.length).toBeLessThanOrEqual(MAX_ELEMENTS);
});

test("a page that is longer than what is read says so", () => {
  expect(readHtml("<p>text".repeat(MAX_ELEMENTS + 1)).unread).toEqual([{ page: null, why: "too_long" }]);
});

test.each([
  ["the header", "text/html; charset=windows-1252", Buffer.from("Caf\xe9", "latin1")],
  ["the page", "text/html", Buffer.from('<meta charset="iso-8859-1">Caf\xe9', "latin1")],
  ["the page in the old form", null, Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=latin1">Caf\xe9', "latin1")],
  ["a mark, against the header", "text/html; charset=latin1", Buffer.from("\ufeffCafé")],
  ["nothing, in UTF-8", "text/html", Buffer.from("Café")],
  ["nothing, in an old encoding", "text/html; charset=none", Buffer.from("Caf\xe9 au lait", "latin1")],
])("the encoding is told by %s", (_by, contentType, bytes) => {
  expect(decodePage(bytes, contentType)).toContain("Café");
});

test("a footer of very many facts is kept in part: each of them is looked for in all of the text", () => {
  const facts = Array.from({ length: 5_000 }, (_, at) => `<p>Cake ${at} for RM ${at}.50</p>`).join("");
  const document = readHtml(`<main><h1>Home</h1><p>${"We bake in Ampang. ".repeat(40)}</p></main><footer>${facts}</footer>`);
  const lines = document.parts.at(-1)?.text.split("\n") ?? [];
  expect(lines).toContain("Cake 0 for RM 0.50");
  expect(lines.length).toBeLessThan(210);
});
