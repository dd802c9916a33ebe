/** Finds the owner's sentence about how to reach the business. */
import { type KnowledgeEntry, stripImageMarkers, withoutControls } from "../../../contract/knowledge.ts";
import { findElements } from "../../knowledge/facts/elements.ts";
import { fold } from "../../knowledge/facts/fold.ts";
import { splitSentences } from "../../knowledge/rank/split.ts";

/** Characters. A longer sentence is about more than the contact. */
const MAX_CONTACT = 240;
/** Characters of an entry that are looked at. */
const MAX_ENTRY = 20_000;
const MAX_HEADING = 80;
/** Characters of all entries, and sentences, that are looked at. An agent may have thousands of entries. */
const MAX_READ = 200_000;
const MAX_SENTENCES = 300;

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.trim().split(/\s+/).join("|").replaceAll("_", " ")})\\b`, "i");

/** Words of a heading or a label under which the usual contact is. */
const ABOUT_CONTACT = words(
  "contact contacts phone telephone tel whatsapp call reach enquiries inquiries hubungi telefon nombor pertanyaan",
);
const INVITES = words("call whatsapp contact phone tel telephone ring e-?mail message hubungi telefon talian emel mesej reach");
/** Words of a contact that only some people need: applicants, suppliers, journalists; or of one that is not the business's. */
const SPECIAL = words(`
  career careers job jobs vacancy vacancies hiring recruitment resume resumes cv hr@ hr_department human_resources jawatan kerjaya kerja_kosong temuduga
  supplier suppliers supplied vendor vendors procurement pembekal dibekalkan invoice invoices invois billing accounts_department
  press@ press_office media journalists wartawan sponsor sponsors sponsorship tajaan franchise francais partnership investors
  privacy privasi legal webmaster abuse noreply no-reply fax faks files? artwork documents? dokumen
  ambulance ambulans police polis bomba towing tunda
`);
/** Before or after a number that nobody is called at. */
const NUMBERS =
  "account acc a/c akaun company_no company_number reg registration registered ssm pendaftaran syarikat licence license lesen permit sst gst tin";
const BANKS = "maybank cimb rhb bsn ambank affin ocbc uob hsbc bank bank_islam bank_rakyat hong_leong public_bank";
const NO_CONTACT = words(`${NUMBERS} ${BANKS}`);
const AFTER_NUMBER = new RegExp(`^[\\s(,–-]{0,4}${words(BANKS).source}`, "i");
/** Characters before a number that say what it is. */
const BESIDE = 40;
/** An address or a long number, whatever it is. Every repetition is bounded. */
const MAY_CONTACT = /@|\d[\d\s().–-]{5,30}\d/;
const HEADING = /^\s{0,3}(?:#{1,6}\s+(.{1,80})|([^:]{2,79}):\s*)$/;
const LABEL = /^[\s*-]{0,4}([^:@\d]{2,39}):\s/;

interface Contact {
  text: string;
  /** The less, the better. */
  rank: number;
}

/** The sentence that says how to reach the business; one for a special purpose only if there is no other. Empty if there is none. */
export function findContact(entries: readonly KnowledgeEntry[]): string {
  let best: Contact | null = null;
  let left = MAX_SENTENCES;
  for (const contact of sentencesOf(entries)) {
    if (best && contact.rank >= best.rank) continue;
    if (hasContact(contact.text)) best = contact;
    left--;
    if (left === 0 || best?.rank === 0) break;
  }
  return best?.text ?? "";
}

/** The sentences that may have a contact, up to a number of characters. */
function* sentencesOf(entries: readonly KnowledgeEntry[]): Generator<Contact> {
  let read = 0;
  for (const { text } of entries) {
    if (read >= MAX_READ) return;
    read += Math.min(text.length, MAX_ENTRY);
    if (MAY_CONTACT.test(text.slice(0, MAX_ENTRY))) yield* sentencesIn(text.slice(0, MAX_ENTRY));
  }
}

function* sentencesIn(entry: string): Generator<Contact> {
  let heading = "";
  for (const line of entry.split("\n")) {
    const [, marked, labelled] = line.length <= MAX_HEADING + 10 ? (HEADING.exec(line) ?? []) : [];
    heading = marked ?? labelled ?? heading;
    if (!MAY_CONTACT.test(line)) continue;
    const above = `${heading} ${LABEL.exec(line)?.[1] ?? ""}`;
    for (const text of splitSentences(stripImageMarkers(withoutControls(line)))) {
      if (text.length <= MAX_CONTACT && MAY_CONTACT.test(text)) yield { text, rank: rankOf(text, above) };
    }
  }
}

/** @param above the heading and the label of the sentence. */
function rankOf(text: string, above: string): number {
  if (SPECIAL.test(text) || SPECIAL.test(above)) return 3;
  if (ABOUT_CONTACT.test(above)) return 0;
  return INVITES.test(text) ? 1 : 2;
}

function hasContact(sentence: string): boolean {
  const { text } = fold(sentence);
  let from = 0;
  return findElements(text).some((element) => {
    if (element.kind === "mail") return true;
    if (element.kind !== "sequence") return false;
    const before = text.slice(Math.max(from, element.start - BESIDE), element.start);
    from = element.end;
    return element.digits.startsWith("0") && !isOtherNumber(before, text.slice(element.end, element.end + BESIDE));
  });
}

/** Whether a number is that of an account or a registration. "Bank transfer: WhatsApp 012-…" is a phone number. */
function isOtherNumber(before: string, after: string): boolean {
  const named = before.split(NO_CONTACT);
  return (named.length > 1 && !INVITES.test(named.at(-1) ?? "")) || AFTER_NUMBER.test(after);
}
