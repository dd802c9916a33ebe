/**
 * A website of 200 pages that is made by code: products, menus, price tables, questions and answers, posts, in Malay and in
 * English, in five kinds of markup, with navigation that pages do not mark as such. What each page says, and which lines belong
 * to no page, is known.
 */
import { createRandom } from "./hostile-seeds.ts";

export interface FixturePage {
  path: string;
  html: string;
  /** Texts that must be found on the page, each in one line of one passage. */
  marked: string[];
  /** Names with their prices, which must be in one passage. */
  prices: [name: string, price: string][];
}

export interface Fixture {
  pages: FixturePage[];
  /** Lines of menus, footers and banners, which must not be found. */
  around: string[];
}

const SECTIONS = ["produk", "menu", "harga", "soalan", "blog"] as const;
const NOUNS =
  "baju kurung,songket,batik,kek lapis,nasi lemak,rendang,sambal,kopi,teh tarik,roti canai,mee goreng,laksa,tudung,selendang,kasut,beg,madu,kurma,sabun,minyak".split(
    ",",
  );
const KINDS = "merah,biru,hijau,klasik,istimewa,premium,kecil,besar,asli,moden,pedas,manis".split(",");
const TOWNS = "Ampang,Klang,Ipoh,Johor Bahru,Kuantan,Kota Bharu,Melaka,Seremban,Alor Setar,Kuching".split(",");
const MENU = [
  "Laman Utama",
  "Produk Kami",
  "Menu Hari Ini",
  "Senarai Harga",
  "Soalan Lazim",
  "Blog",
  "Tentang Kami",
  "Hubungi Kami",
  "Log Masuk",
  "Troli (0)",
];
const CATEGORIES = ["Pakaian Lelaki", "Pakaian Wanita", "Makanan Sejuk Beku", "Hadiah & Cenderahati", "Jualan Murah", "Barang Baharu"];
const LEGAL = ["Terma dan Syarat", "Dasar Privasi", "Dasar Pemulangan", "Peta Laman", "Kerjaya"];
const SOCIAL = ["Facebook", "Instagram", "TikTok", "Kongsi halaman ini"];
const BANNER = "Kami menggunakan kuki untuk memberikan pengalaman terbaik kepada anda di laman web ini.";
const COPYRIGHT = "© 2026 Kedai Serbaneka Sdn Bhd. Hak cipta terpelihara.";
const RECENT = ["Petua menjaga songket", "Resipi rendang nenek", "Cuti Hari Raya", "Cawangan baharu di Ipoh"];

const linkTo = (name: string) => `/${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;
const links = (names: readonly string[], tag: string) =>
  names.map((name) => `<${tag}><a href="${linkTo(name)}">${name}</a></${tag}>`).join("\n");

/** Five ways to write the same page. */
const FRAMES: ((title: string, body: string) => string)[] = [
  (title, body) => `<!doctype html><html lang="ms"><head><title>${title} | Kedai Serbaneka</title></head><body>
    <header><nav><ul>${links(MENU, "li")}</ul></nav></header><div class="cookie-bar">${BANNER}<button>OK</button></div>
    <main><h1>${title}</h1>${body}</main>
    <footer><ul>${links(LEGAL, "li")}</ul><ul class="social">${links(SOCIAL, "li")}</ul><p>${COPYRIGHT}</p></footer></body></html>`,
  (title, body) => `<html><head><title>${title}</title></head><body><div id=a1><div class=c7>${links(MENU, "div")}</div></div>
    <div class=x1>${BANNER}</div><div class=c9>${links(CATEGORIES, "span")}</div>
    <div class=c2><div><h1>${title}</h1>${body}</div></div><div class=z><div>${links(LEGAL, "div")}</div><div>${COPYRIGHT}</div></div></body></html>`,
  (
    title,
    body,
  ) => `<html><body><table width=100%><tr><td colspan=2>${links(MENU, "b")}</td></tr><tr><td valign=top>${links(CATEGORIES, "p")}</td>
    <td><h1>${title}</h1>${body}</td></tr><tr><td colspan=2><font size=1>${links(LEGAL, "span")}<br>${COPYRIGHT}</font></td></tr></table></body></html>`,
  (title, body) => `<!doctype html><html lang="en"><head><title>${title} – Kedai Serbaneka</title></head><body class="wp"><div id="page">
    <div id="masthead" class="site-header"><div class="menu-main">${links(MENU, "li")}</div></div><div id="content"><article><h1 class="entry-title">${title}</h1>
    <div class="entry-content">${body}</div><div class="sharedaddy">${links(SOCIAL, "li")}</div></article></div>
    <div id="secondary" class="widget-area"><h2>Pos Terkini</h2><ul>${links(RECENT, "li")}</ul></div>
    <div id="colophon">${links(LEGAL, "p")}<p>${COPYRIGHT}</p></div><div class="cookie-notice">${BANNER}</div></div></body></html>`,
  (
    title,
    body,
  ) => `<html><body><form id=aspnetForm><div><span>${links(MENU, "span")}</span></div><div><h2>Pos Terkini</h2>${links(RECENT, "div")}</div>
    <div><h1>${title}</h1>${body}<div>${links(SOCIAL, "span")}</div></div><p>${COPYRIGHT}<p>${BANNER}</form></body></html>`,
];

export function makeFixture(count = 200): Fixture {
  const random = createRandom(18);
  const pick = (list: readonly string[]) => list[random(list.length)] ?? "";
  const ringgit = () => `RM ${1 + random(300)}.${random(2) === 0 ? "00" : "50"}`;
  const pages: FixturePage[] = [];
  for (let at = 1; at < count; at++) {
    const section = SECTIONS[at % SECTIONS.length] ?? "blog";
    const title = `${pick(NOUNS)} ${pick(KINDS)} ${at}`;
    const page: FixturePage = { path: `/${section}/${at}`, html: "", marked: [], prices: [] };
    const say = (text: string) => {
      page.marked.push(text);
      return text;
    };
    const priced = (name: string) => {
      const price = ringgit();
      page.prices.push([name, price]);
      return price;
    };
    const names = Array.from({ length: 6 }, (_, i) => `${pick(NOUNS)} ${pick(KINDS)} no ${at}-${i}`);
    const bodies: Record<(typeof SECTIONS)[number], () => string> = {
      produk:
        () => `<p>${say(`Barang nombor ${at} dibuat dengan tangan di ${pick(TOWNS)} oleh keluarga kami.`)}</p><p>Harga: ${priced(title)}</p>
        <p>Penghantaran percuma untuk pesanan melebihi RM 100.</p><ul><li>${say(`Tempoh jaminan ialah ${at} hari dari tarikh beli.`)}<li>Bahan: kapas</ul>`,
      menu: () =>
        `<p>${say(`Dapur kami di ${pick(TOWNS)} dibuka sehingga pukul ${1 + (at % 11)} petang.`)}</p><div class="grid">${names
          .map((name, i) =>
            i % 2
              ? `<div class=card><h3>${name}</h3><p>Disediakan segar.</p><span>${priced(name)}</span></div>`
              : `<div class=card><div>${name}</div><div>${priced(name)}</div></div>`,
          )
          .join("")}</div>`,
      harga: () =>
        `<p>${say(`Price list number ${at} is valid in ${pick(TOWNS)} until the end of the year.`)}</p><table><tr><th>Servis<th>Harga<th>Masa</tr>${names
          .map((name) => `<tr><td>${name}<td>${priced(name)}<td>${10 + random(90)} minit</tr>`)
          .join("")}</table>`,
      soalan: () =>
        names
          .map((name, i) => {
            const question = say(`Berapa lama untuk siapkan ${name}?`);
            const answer = say(`It takes ${2 + i} working days to finish ${name} in ${pick(TOWNS)}.`);
            return at % 2 ? `<details><summary>${question}</summary><p>${answer}</p></details>` : `<h3>${question}</h3><p>${answer}</p>`;
          })
          .join(""),
      blog: () => `<p>${say(`Last week, in post ${at}, we visited ${pick(TOWNS)} and met ${at + 3} customers.`)}</p><h2>${pick(NOUNS)}</h2>
        <p>${say(`The ${pick(NOUNS)} of stall ${at} was sold out before ${1 + (at % 11)} pm.`)} <a href="/produk/5">Lihat produk</a></p><blockquote>${say(`Saya akan datang lagi, kata pelanggan ke-${at}.`)}</blockquote>`,
    };
    page.html = (FRAMES[(at % 7) % FRAMES.length] ?? FRAMES[0])?.(title, `${bodies[section]()}${nextLinks(at, count)}`) ?? "";
    pages.push(page);
  }
  const opening = "Kami dibuka setiap hari dari pukul 9 pagi hingga 6 petang di Jalan Ampang.";
  const home = FRAMES[1]?.("Kedai Serbaneka", `<p>${opening}</p>${nextLinks(0, count)}`) ?? "";
  pages.unshift({ path: "/", html: home, marked: [opening], prices: [] });
  const around = [...MENU, ...CATEGORIES, ...LEGAL, ...SOCIAL, ...RECENT, BANNER, COPYRIGHT, "Pos Terkini", "Seterusnya", "Sebelum"];
  return { pages, around };
}

/** Half of the pages are only linked, from the page before. */
const nextLinks = (at: number, count: number): string =>
  at + 1 < count ? `<div><a href="/${SECTIONS[(at + 1) % SECTIONS.length]}/${at + 1}">Seterusnya</a> <a href="/">Sebelum</a></div>` : "";

/** What a line is compared by. */
export const plainLine = (line: string): string => line.replace(/^- /, "").replace(/\s+/g, " ").trim();
