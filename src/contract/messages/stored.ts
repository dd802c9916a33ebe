/**
 * Texts that the database stores in English: why a payment is flagged, and why models failed. Translations are found by
 * these exact words, so a changed text leaves older rows untranslated.
 */
import { CUT_NOTE } from "../conversation.ts";

export const STORED = {
  "flag.paidAfterWithdrawal":
    "This bill was paid after the payment was withdrawn. Set the payment to success, or refund it at the billing provider.",
  "flag.paidTwice":
    "This payment was set to success by hand, and its bill has also been paid. If the owner paid twice, refund one payment at the billing provider.",
  "flag.accountGone": "This bill was paid, but the account no longer exists. Refund it at the billing provider.",
  "flag.billId": "The bill does not match this payment (bill id). Check it at the billing provider.",
  "flag.collection": "The bill does not match this payment (collection). Check it at the billing provider.",
  "flag.amount": "The bill does not match this payment (amount). Check it at the billing provider.",
  "flag.reference": "The bill does not match this payment (reference). Check it at the billing provider.",
  "flag.state": "The bill does not match this payment (state). Check it at the billing provider.",
  "flag.paidAmount": "The bill does not match this payment (paid amount). Check it at the billing provider.",
  "flag.unverified":
    "This payment could not be verified, because the billing provider gave no usable answer about its bill. Check the bill there, then set this payment to success or failed.",
  "note.bad_key": "the key was refused",
  "note.no_credit": "the vendor account has no credit left",
  "note.account_closed": "the vendor has closed this account",
  "note.not_served_here": "the vendor does not serve the country of this server",
  "note.rate_limited": "too many requests at the vendor",
  "note.overloaded": "the vendor is overloaded",
  "note.unknown_model": "the vendor does not know this model",
  "note.too_long": "the conversation is too long for this model",
  "note.rejected": "the vendor refused the request",
  "note.unreachable": "the vendor could not be reached",
  "note.timeout": "no answer in time",
  "note.protocol": "the vendor's answer could not be read",
  "note.empty": "the reply had no text",
  "note.emptyReply": "an empty reply",
  "note.notPulled": "the model is not pulled",
  "note.noSuchModel": "no such model",
  "note.noKey": "no key is stored",
  "note.notCalled": "the model could not be called",
  "note.addressLimit": "too many replies by a model for one address today",
  "note.unverified": "your email address is not confirmed yet",
  "note.budget": "this month's budget for models is used up",
  "note.vectorLength":
    "the model gave vectors of another length than before. If this continues, switch search by meaning off, save, and switch it on again",
  "note.vectorsEmpty": "the model gave only zeros for the texts of this agent",
  "note.visitorLeft": "the visitor left",
  "note.safety": "the vendor's safety filter broke the reply off",
  "note.cut": CUT_NOTE,
  "note.brokeOff": "broke off: ",
  "note.stopped": "stopped: {{fact}} is not in your knowledge",
  "note.tries": ", {{tries}} tries",
  "note.notAskedAgain": ", not asked again yet",
} as const;

export type StoredId = keyof typeof STORED;
export type FlagId = Extract<StoredId, `flag.${string}`>;
