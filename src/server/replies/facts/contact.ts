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

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.trim().split(/\s+/).join("|").replaceAll("_", " ")})\\b`, "i");

/** Words of a heading or a label under which the usual contact is. */
const ABOUT_CONTACT = words(
  "contact contacts phone telephone tel whatsapp call reach enquiries inquiries hubungi telefon nombor pertanyaan",
);
const INVITES = words("call whatsapp contact phone tel telephone ring e-?mail message hubungi telefon talian emel mesej reach");
/** Words of a contact that only some people need: applicants, suppliers, journalists; or of one that is not the business's. */
const SPECIAL = words(`
  career careers job jobs vacancy vacancies hiring recruitment resume resumes cv hr jawatan kerjaya kerja_kosong temuduga
  supplier suppliers supplied vendor vendors procurement pembekal dibekalkan invoice invoices invois billing accounts_department
  press media journalists wartawan sponsor sponsors sponsorship tajaan franchise francais partnership investors
  privacy privasi legal webmaster abuse noreply no-reply fax faks files? fail artwork documents? dokumen
  emergency emergencies kecemasan ambulance ambulans police polis bomba towing tunda
`);
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
  for (const entry of entries) {
    for (const contact of contactsOf(entry.text.slice(0, MAX_ENTRY))) if (!best || contact.rank < best.rank) best = contact;
  }
  return best?.text ?? "";
}

function* contactsOf(entry: string): Generator<Contact> {
  let heading = "";
  for (const line of entry.split("\n")) {
    const [, marked, labelled] = line.length <= MAX_HEADING + 10 ? (HEADING.exec(line) ?? []) : [];
    heading = marked ?? labelled ?? heading;
    if (!/\d{4}|@/.test(line)) continue;
    const above = `${heading} ${LABEL.exec(line)?.[1] ?? ""}`;
    for (const text of splitSentences(stripImageMarkers(withoutControls(line)))) {
      if (text.length <= MAX_CONTACT && hasContact(text)) yield { text, rank: rankOf(text, above) };
    }
  }
}

/** @param above the heading and the label of the sentence. */
function rankOf(text: string, above: string): number {
  if (SPECIAL.test(text) || SPECIAL.test(above)) return 3;
  if (ABOUT_CONTACT.test(above)) return 0;
  return INVITES.test(text) ? 1 : 2;
}

const hasContact = (text: string): boolean =>
  findElements(fold(text).text).some(
    (element) => element.kind === "mail" || (element.kind === "sequence" && element.digits.startsWith("0")),
  );
