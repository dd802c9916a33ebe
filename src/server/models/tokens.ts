/** Estimates how many tokens a text has. Pure. */

/**
 * A fast estimate of a text's tokens for any vendor's tokenizer, which errs on the high side: English about 3.5
 * characters per token, Malay about 3, Chinese about one token per character, emoji more.
 */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 128) sum += code >= 48 && code <= 57 ? 0.5 : 0.3;
    else if (code < 0x250) sum += 0.6;
    else if (code >= 0xd800 && code < 0xe000) sum += 1.5;
    else sum += 1.1;
  }
  return Math.ceil(sum);
}
