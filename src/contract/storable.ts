/**
 * Which texts can be stored and returned unchanged. Much software, PostgreSQL among it, ends or refuses a text at a NUL,
 * and a lone surrogate has no UTF-8 form.
 */

export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** The text without the characters that cannot be stored. */
export const toStorable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, "");
