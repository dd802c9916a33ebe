/** Marks that people and editors write in several ways: "What's" and "What’s", "2 - 3" and "2–3". Pure. */

const APOSTROPHES = /[\u2018-\u201b\u2032\u02b9-\u02bc\u00b4\u0060\uff07]/g;
const QUOTATION_MARKS = /[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** The text with every apostrophe as the one on a keyboard. */
export const plainApostrophes = (text: string): string => text.replace(APOSTROPHES, "'");

/** The text with every apostrophe, quotation mark and dash as the one on a keyboard. Its length stays the same. */
export const plainMarks = (text: string): string => plainApostrophes(text).replace(QUOTATION_MARKS, '"').replace(DASHES, "-");
