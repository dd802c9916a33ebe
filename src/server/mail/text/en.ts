/** The mails in English. The other languages have the same ones. */
import type { LetterTexts } from "../letter-texts.ts";

const NOT_YOU = "If it was not you, change your password at once and contact us.";

export const en: LetterTexts = {
  greeting: "Hello {{name}},",
  yourBusiness: "your business",
  linkHint: "If the button does not work, open this address:",
  footer: "{{operator}} sent you this message because of your account at {{host}}.",
  footerContact: "Questions? {{contact}}",
  legal: { terms: "Terms", privacy: "Privacy", imprint: "Imprint" },
  letters: {
    test: {
      subject: "Test message",
      paragraphs: ["This is the test message that you asked for. Mail from this installation arrives."],
    },
    reset: {
      subject: "Choose a new password",
      paragraphs: ["Someone asked for a new password for your account {{username}}. With this link you can choose one:"],
      button: "Choose a new password",
      after: [
        "The link works once, for 30 minutes.",
        "If it was not you, do nothing: your password stays as it is, and nobody can use the link without this message.",
      ],
    },
    resetAdministrator: {
      subject: "Your administrator password",
      paragraphs: [
        "Someone asked for a new password for the administrator of this installation. For safety, mail cannot change it.",
        "On the machine on which the installation runs, this command sets a new one:",
        "{{program}} admin reset-password",
        "If it was not you, do nothing: your password stays as it is.",
      ],
    },
    passwordChanged: {
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account {{username}} was changed on {{time}}. All other devices were signed out, and your unused invitations have ended.",
        "If you did not change it, choose a new one at once with “Forgot password?” on the login page, and contact us.",
      ],
    },
    verify: {
      subject: "Confirm your email address",
      paragraphs: ["Please confirm that this is the email address of your account {{username}}:"],
      button: "Confirm the address",
      after: ["The link works for 7 days.", "If you have no account here, do nothing: someone has mistyped an address."],
    },
    changeEmail: {
      subject: "Confirm your new email address",
      paragraphs: ["You asked to use this address for your account {{username}}. It is used as soon as you confirm it:"],
      button: "Confirm the address",
      after: ["The link works for 24 hours.", "If you did not ask for this, do nothing."],
    },
    memberInvitation: {
      subject: "{{username}} invites you",
      paragraphs: ["{{username}} invites you to work together on the chat agents of their business:"],
      button: "See the invitation",
      after: ["The link works once, for {{days}} days, and only for this address.", "If you do not know the sender, do nothing."],
    },
    staffInvitation: {
      subject: "An invitation to the staff of {{product}}",
      paragraphs: ["The administrator of {{product}} invites you to its staff. You can then help to run the installation at {{host}}:"],
      button: "See the invitation",
      after: ["The link works once, for {{days}} days, and only for this address.", "If you do not expect this invitation, do nothing."],
    },
    handover: {
      subject: "{{username}} hands a business over to you",
      paragraphs: ["{{username}} has set up chat agents for you and hands them over. You become the owner of the business:"],
      button: "See what you get",
      after: ["The link works once, for {{days}} days, and only for this address.", "If you do not know the sender, do nothing."],
    },
    handedOver: {
      subject: "{{newOwner}} has taken over a business from you",
      paragraphs: [
        "{{newOwner}} has accepted your offer and is the owner of {{business}} now. What you wrote for its receipts was removed; receipts that were issued stay.",
        "If you did not offer it, change your password and contact us at once.",
      ],
    },
    handedOverByPartner: {
      subject: "{{newOwner}} has taken over a business from you",
      paragraphs: [
        "{{newOwner}} has accepted your offer and is an owner of {{business}} now. What is on its receipts stays, because it belongs to another owner.",
        "If you did not offer it, change your password and contact us at once.",
      ],
    },
    emailChanged: {
      subject: "Your email address was changed",
      paragraphs: [
        "Your account {{username}} now uses the address {{email}}. This address is not used any more.",
        "If you did not change it, contact us at once.",
      ],
    },
    appAdded: {
      subject: "An authenticator app was added",
      paragraphs: [
        "Since {{time}}, your account {{username}} asks for a code of an authenticator app when you sign in. All other devices were signed out, and your unused invitations have ended.",
        NOT_YOU,
      ],
    },
    appRemoved: {
      subject: "Your authenticator app was removed",
      paragraphs: [
        "The authenticator app of your account {{username}} was removed on {{time}}. All other devices were signed out, and your unused invitations have ended.",
        NOT_YOU,
      ],
    },
    passkeyAdded: {
      subject: "A passkey was added",
      paragraphs: [
        "The passkey “{{passkey}}” was added to your account {{username}} on {{time}}. All other devices were signed out, and your unused invitations have ended.",
        NOT_YOU,
      ],
    },
    passkeyRemoved: {
      subject: "A passkey was removed",
      paragraphs: [
        "The passkey “{{passkey}}” was removed from your account {{username}} on {{time}}. All other devices were signed out, and your unused invitations have ended.",
        NOT_YOU,
      ],
    },
    recoveryCodesMade: {
      subject: "You have new recovery codes",
      paragraphs: [
        "New recovery codes were made for your account {{username}} on {{time}}. The earlier ones do not work any more, and all other devices were signed out.",
        NOT_YOU,
      ],
    },
    recoveryCodeUsed: {
      subject: "A recovery code was used",
      paragraphs: [
        "Someone signed in to your account {{username}} with a recovery code on {{time}}. Recovery codes that are left: {{left}}.",
        NOT_YOU,
      ],
    },
    factorsLifted: {
      subject: "Two-step verification was turned off",
      paragraphs: [
        "At {{time}}, the operator turned off two-step verification for your account {{username}} and removed the authenticator app, the passkeys and the recovery codes. All devices were signed out, and your password alone signs you in again.",
        "If you did not ask for this, contact us at once. Otherwise, sign in and set it up again.",
      ],
    },
    certificateEnding: {
      subject: "The certificate of {{domain}} could not be renewed",
      paragraphs: [
        "The certificate of {{domain}} is valid until {{until}} and could not be renewed. After that, browsers refuse to open the address.",
        "The latest reason: {{reason}}",
        "Details: {{detail}}",
        "The server goes on trying by itself. Once the reason is gone, you need to do nothing else.",
      ],
    },
    backupFailed: {
      subject: "No good backup could be made",
      paragraphs: [
        "A backup failed. The last good one: {{last}}.",
        "The reason: {{reason}}",
        "Details: {{detail}}",
        "The server tries again by itself. Once the reason is gone, “Back up now” under Settings, Backups, makes one at once.",
      ],
    },
    backupLate: {
      subject: "There is no good backup of the last 36 hours",
      paragraphs: [
        "The last good backup: {{last}}. Backups are made every night, so something prevents them.",
        "“Back up now” under Settings, Backups, makes one at once and says what is wrong.",
      ],
    },
    backupGood: {
      subject: "Backups are good again",
      paragraphs: ["The backup of {{last}} is good: it was restored for a trial, and everything in it was compared."],
    },
    planEnding: {
      subject: "Your plan ends on {{date}}",
      paragraphs: [
        "Your plan {{plan}} ends on {{date}}. It does not renew itself.",
        "If you renew now, the new months start after that, and you lose nothing:",
      ],
      button: "Renew the plan",
      after: ["If you do not renew, your account moves to the Free Plan on that day. Nothing is deleted."],
    },
  },
};
