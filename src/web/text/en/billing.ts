/** Billing, receipts and notices, on the dashboard, the plans page, receipts and the administrator's payments. */
export const billing = {
  "billing.title": "Billing",
  "billing.plan": "Current plan",
  "billing.until": "Until {{date}}",
  "billing.change": "Renew or change plan",
  "billing.choose": "Choose a plan",
  "billing.payments": "Payments",
  "billing.none": "Your payments and receipts will appear here.",
  "billing.date": "Date",
  "billing.planColumn": "Plan",
  "billing.amount": "Amount",
  "billing.status": "Status",
  "billing.receipt": "Receipt",
  "billing.receiptOf": "Receipt no. {{number}}",
  "billing.term": "{{plan}}, {{months}}",
  "billing.notLoaded": "Your payments could not be loaded.",
  "billing.status.pending": "Pending",
  "billing.status.success": "Paid",
  "billing.status.failed": "Not paid",
  "billing.status.refunded": "Refunded",

  "method.title": "Paid by",
  "method.bank_transfer": "Bank transfer",
  "method.cash": "Cash",
  "method.other": "Other",

  "receipt.title": "Receipt",
  "receipt.print": "Print",
  "receipt.back": "Back to Billing",
  "receipt.missing": "This receipt does not exist.",
  "receipt.notLoaded": "The receipt could not be loaded.",

  "receipt.receiptFile": "Save receipt (PDF)",
  "receipt.creditFile": "Save credit note (PDF)",
  "receipt.fileOf": "{{label}}: {{number}}",
  "billing.creditNoteOf": "Credit note no. {{number}}",

  "details.title": "Your details on receipts",
  "details.lead": "Printed on your receipts from now on. Earlier receipts do not change.",
  "details.notLoaded": "Your details could not be loaded.",
  "details.name": "Company name",
  "details.nameHint": "If you leave it empty, the name of your business here is used.",
  "details.address": "Address",
  "details.tin": "TIN",
  "details.tinHint": "Tax identification number, if you need it on receipts.",
  "details.brn": "BRN",
  "details.brnHint": "Business registration number.",
  "details.saved": "Saved.",

  "quote.current": "Your plan",
  "quote.renew": "Renewing adds {{months}}: from {{start}} to {{end}}.",
  "quote.change_one": "Starts today and runs until {{end}}. The unused {{value}} of your plan adds {{count}} day.",
  "quote.change_other": "Starts today and runs until {{end}}. The unused {{value}} of your plan adds {{count}} days.",
  "quote.changePlain": "Starts today and runs until {{end}}. Your current plan has no unused value to carry over.",
  "quote.unsold": "Your plan {{plan}} is no longer sold. You keep it until {{date}}. To continue after that, choose one of these plans.",
  "quote.new": "If you pay today, it runs until {{end}}.",

  "notice.dismiss": "Dismiss",
  "notice.label": "Notices",
  "notice.limit": "You have used all of this month's messages. Until next month, visitors see your limit message. Upgrade to continue now.",
  "notice.ending_one": "{{plan}} ends in {{count}} day, on {{date}}. If you renew now, the new months start after that; you lose nothing.",
  "notice.ending_other":
    "{{plan}} ends in {{count}} days, on {{date}}. If you renew now, the new months start after that; you lose nothing.",
  "notice.ended": "{{plan}} has ended and your account is on the Free Plan. Nothing was deleted.",
  "notice.endedPaused_one":
    "{{plan}} has ended and your account is on the Free Plan. {{count}} agent is paused; you can choose which agents stay active.",
  "notice.endedPaused_other":
    "{{plan}} has ended and your account is on the Free Plan. {{count}} agents are paused; you can choose which agents stay active.",
  "notice.payment": "Your payment was received: {{plan}} until {{date}}.",
  "notice.budgetNear":
    "More than 80% of this month's budget for AI models is used. Once it is used up, the built-in answerer replies from your knowledge.",
  "notice.budgetUsed":
    "This month's budget for AI models is used up. Until next month, the built-in answerer replies from your knowledge; its replies are not counted.",
  "notice.boxBudgetUsed":
    "This site's budget for AI models is used up for this month. Until next month, the built-in answerer replies from your knowledge; its replies are not counted.",
  "notice.failedSignIns_one":
    "Someone entered {{attempts}} wrong passwords for your account within an hour, from {{count}} IP address. Further attempts are now slowed down. If your password is short or used elsewhere, change it in the account menu.",
  "notice.failedSignIns_other":
    "Someone entered {{attempts}} wrong passwords for your account within an hour, from {{count}} IP addresses. Further attempts are now slowed down. If your password is short or used elsewhere, change it in the account menu.",
  "notice.signUpsUsed_one": "The one sign-up allowed per day was used on {{date}}. No one else could create an account until the next day.",
  "notice.signUpsUsed_other":
    "All {{number}} sign-ups allowed per day were used on {{date}}. No one else could create an account until the next day.",
  "notice.entriesEnding_one": "One knowledge entry of {{agent}} is used only until {{date}}.",
  "notice.entriesEnding_other": "{{number}} knowledge entries of {{agent}} are used only until {{date}}.",
  "notice.sourceFailed": "{{source}} could not be read again. {{agent}} keeps using what was read before.",
  "notice.pagesRetired_one": "One page of {{source}} is gone. {{agent}} no longer uses what was read of it; you can restore it.",
  "notice.pagesRetired_other":
    "{{number}} pages of {{source}} are gone. {{agent}} no longer uses what was read of them; you can restore them.",
  "notice.sourceConflicts_one": "{{source}} has changed, and one entry of {{agent}} that was changed by hand says something else.",
  "notice.sourceConflicts_other":
    "{{source}} has changed, and {{number}} entries of {{agent}} that were changed by hand say something else.",
  "notice.testsFailing_one": "{{agent}}: a model's answer to {{number}} test question was right before, and is not any more.",
  "notice.testsFailing_other": "{{agent}}: a model's answers to {{number}} test questions were right before, and are not any more.",
  "notice.seeTests": "See test questions",
  "notice.seeEntries": "See entries",
  "notice.seeSource": "See what was read",
  "notice.changeLimit": "Change the limit",
  "notice.seePlans": "See plans",
} as const;
