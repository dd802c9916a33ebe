/** Why there is no new certificate, by language: on screen, in mails and in the log. */
import type { CertificateTexts } from "./https.ts";
import type { Language } from "./language.ts";
import { problems as en } from "./text/en/https.ts";
import { problems as ms } from "./text/ms/https.ts";

export const CERTIFICATE_PROBLEM_TEXT: Record<Language, CertificateTexts> = { en, ms };
