/** What the texts of the letters are in each language. */

export type LetterKind =
  | "test"
  | "reset"
  | "resetAdministrator"
  | "passwordChanged"
  | "verify"
  | "changeEmail"
  | "emailChanged"
  | "appAdded"
  | "appRemoved"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "recoveryCodesMade"
  | "recoveryCodeUsed"
  | "planEnding"
  | "memberInvitation"
  | "staffInvitation"
  | "handover"
  | "handedOver"
  | "handedOverByPartner"
  | "factorsLifted"
  | "certificateEnding"
  | "backupFailed"
  | "backupLate"
  | "backupGood";

interface LetterText {
  subject: string;
  paragraphs: readonly string[];
  /** The label of the link's button. */
  button?: string;
  /** What follows below the button. */
  after?: readonly string[];
}

export interface LetterTexts {
  greeting: string;
  /** What a letter calls a business that has no name. */
  yourBusiness: string;
  linkHint: string;
  footer: string;
  footerContact: string;
  /** What the operator's pages are called. */
  legal: Record<"terms" | "privacy" | "imprint", string>;
  letters: Record<LetterKind, LetterText>;
}
