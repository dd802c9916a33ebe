/** Prices and other facts in a line of a page. Pure. */

const CURRENCY = String.raw`(?:RM|MYR|SGD|S\$|USD|US\$|IDR|Rp\.?|\$|€|£)`;
const AMOUNT = String.raw`${CURRENCY}\s?\d[\d,]*(?:\.\d{1,2})?`;
/** The amount may be in the next element. */
const PRICES = new RegExp(String.raw`(?<![A-Za-z])${CURRENCY}\s?(?:\d|$)`, "g");
/** Only a price, or two that belong together: "From RM 25", "RM 30 RM 25", "RM10 – RM20 / pax". */
const ONLY_PRICE = new RegExp(
  String.raw`^(?:from|dari|now|price|harga)?\s*:?\s*${AMOUNT}(?:\s*[-–—/]?\s*${AMOUNT})?(?:\s*(?:/|per|se|each)\s*\S{1,12})?$`,
  "i",
);
const PHONE = /(?:\+?6?0\d{1,2}|\+\d{2})[\s-]?\d{3,4}[\s-]?\d{3,4}/;
const TIME = /\b\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|pagi|petang|malam|tengah hari)\b|\b\d{1,2}:\d{2}\b/i;
const POSTCODE = /\b\d{5}\b/;
const STREET = /\b(?:jalan|jln|lorong|lot|taman|kampung|persiaran|street|road|avenue)\b/i;
const EMAIL = /[^\s@]@[^\s@.]+\.[^\s@]/;
/** What every page says about the site, and visitors never ask for. */
const NOTICE =
  /©|\(c\)\s?\d{4}|\bcopyright\b|all rights reserved|hak cipta|\bcookies?\b|\bkuki\b|newsletter|subscribe|javascript|powered by/i;
/** Words. */
const SENTENCE = 8;

export const isNotice = (line: string): boolean => NOTICE.test(line);
export const countPrices = (text: string): number => text.match(PRICES)?.length ?? 0;
export const isOnlyPrice = (line: string): boolean => line.length <= 60 && ONLY_PRICE.test(line);
/** Whether the line at the edge of a page is worth more than a menu: contact, address, hours, a price, or a sentence about the owner. */
export const isFact = (line: string): boolean =>
  line.length <= 600 && !isNotice(line) && (line.split(" ", SENTENCE).length === SENTENCE || FACTS.some((fact) => fact.test(line)));

const FACTS = [PHONE, TIME, POSTCODE, STREET, EMAIL, new RegExp(AMOUNT)];
