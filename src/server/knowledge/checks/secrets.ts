/** Finds what visitors should not read: keys, passwords, and numbers of identity cards and bank cards. Pure. */

/** Keys of services that many businesses use. Every repetition is bounded. */
const KEYS =
  /\b(?:[spr]k_(?:live|test)_[A-Za-z0-9]{10,200}|sk-[A-Za-z0-9_-]{16,200}|AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30,60}|gh[pousr]_[A-Za-z0-9]{20,100}|xox[baprs]-[A-Za-z0-9-]{10,200}|eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,2000})|-----BEGIN [A-Z ]{0,20}PRIVATE KEY/;
const LABELLED_KEY =
  /\b(?:api|secret|access|private|signature|webhook|merchant)[ _-]{0,2}(?:key|token|secret)\b[^\n]{0,12}?[\s:=]((?=[\w+/.-]{0,200}\d)(?=[\w+/.-]{0,200}[A-Za-z])[\w+/.-]{16,200})/i;
const PASSWORD =
  /\b(?:password|passcode|pwd|pw|kata ?laluan)\b[\s:="'’-]{0,6}(?:(?:is|ialah|adalah|guna)\s{1,3})?[:="'’]?\s{0,2}(\S{5,60})/gi;
/** A password that visitors may have. */
const GUEST_WIFI = /\bwi-?fi\b/i;
const STAFF =
  /\b(?:login|log masuk|admin|username|user ?id|pos|staff|staf|pekerja|e-?mail|emel|akaun|account|portal|sistem|system|dashboard|server)\b/i;
const IC = /(?<![\d-])(\d{2})(\d{2})(\d{2})([- ]?)(\d{2})\4(\d{4})(?![\d-])/g;
const NAMED_IC =
  /\b(?:ic|i\/c|mykad|nric|kad pengenalan|no\.? ?kp|k\/p|a\/l|a\/p|bin|binti|bt|pemandu|driver|encik|puan|pekerja|staff|staf)\b/i;
const ACCOUNT = /\b(?:akaun|account|acc|acct|maybank|cimb|rhb|bank|bsn|order|tracking|ssm)\b/i;
/** What numbers with dashes are, too. */
const NUMBERED = /\b(?:order|invoice|tracking|pesanan|resit|receipt|rujukan|ref|reference|serial|model)\b/i;
const CARD = /(?<![\d-])(?:4\d{3}|5[1-5]\d{2})([ -]?)\d{4}\1\d{4}\1\d{4}(?![\d-])/g;

/** The first secret of a line; null if there is none. */
export function findSecret(line: string): string | null {
  const key = KEYS.exec(line)?.[0] ?? LABELLED_KEY.exec(line)?.[1];
  return key ?? findPassword(line) ?? findIdentity(line) ?? findCard(line);
}

function findPassword(line: string): string | null {
  if (GUEST_WIFI.test(line) && !STAFF.test(line)) return null;
  for (const [, value = ""] of line.matchAll(PASSWORD)) {
    // "Password is sent by e-mail" names none.
    if (/[A-Za-z]/.test(value) && /[\d#@$%^&*_+=]/.test(value)) return value;
  }
  return null;
}

function findIdentity(line: string): string | null {
  for (const [whole, year = "", month = "", day = "", dash, place = ""] of line.matchAll(IC)) {
    const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31 && year !== "";
    const isNamed = (dash === "-" && !NUMBERED.test(line)) || (NAMED_IC.test(line) && !ACCOUNT.test(line));
    if (isDate && isPlaceOfBirth(Number(place)) && isNamed) return whole;
  }
  return null;
}

const isPlaceOfBirth = (code: number): boolean =>
  (code >= 1 && code <= 16) ||
  (code >= 21 && code <= 59) ||
  (code >= 60 && code <= 68) ||
  (code >= 71 && code <= 79) ||
  (code >= 82 && code <= 99);

function findCard(line: string): string | null {
  for (const [whole] of line.matchAll(CARD)) if (!ACCOUNT.test(line) && isCard(whole.replace(/\D/g, ""))) return whole;
  return null;
}

/** The check digit of bank cards. */
function isCard(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
