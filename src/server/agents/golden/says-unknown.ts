/** Whether a model's reply says that it does not know. Its prompt asks it to say so plainly (src/server/replies/prompt.ts). */

/** "I do not know", "we don't have that information", "there is no information". */
const ENGLISH =
  /\b(?:(?:do|does|did)(?:n['’]t| not) (?:\w+ )?(?:know|have (?:\w+ ){0,3}(?:information|info|details|answer)|see (?:\w+ ){0,3}(?:information|details))|(?:is|are) no (?:\w+ ){0,2}(?:information|details)|have no (?:\w+ ){0,2}(?:information|details|idea)|(?:not|n['’]t) (?:sure|certain|aware|mentioned|specified)|(?:can(?:no|['’])t|cannot|unable to) (?:\w+ )?(?:say|tell|confirm|find|answer))\b/i;
/** "Saya tidak tahu", "tiada maklumat", "kami tidak mempunyai maklumat". */
const MALAY =
  /\b(?:(?:tidak|tak) (?:\w+ )?(?:tahu|pasti|dapat (?:\w+ )?(?:mengesahkan|sahkan|memberitahu|menjawab|menjumpai|mencari)|mempunyai (?:\w+ ){0,2}(?:maklumat|butiran)|ada (?:\w+ ){0,2}(?:maklumat|butiran)|dinyatakan|disebut)|tiada (?:\w+ ){0,2}(?:maklumat|butiran)|kurang pasti)\b/i;

/** What models say is bounded, and what they say about it is at the beginning. */
const LOOKED_AT = 2_000;

export function saysUnknown(reply: string): boolean {
  const text = reply.slice(0, LOOKED_AT);
  return ENGLISH.test(text) || MALAY.test(text);
}
