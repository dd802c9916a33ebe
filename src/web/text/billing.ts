/** Paying, receipts and notices. They come with the pages that show them and are no part of the first bundle. */
import i18next from "i18next";

export const billingEn = {
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
  "billing.more": "Show all {{count}} payments",
  "billing.status.pending": "Pending",
  "billing.status.success": "Paid",
  "billing.status.failed": "Not paid",

  "method.title": "Paid by",
  "method.bank_transfer": "Bank transfer",
  "method.cash": "Cash",
  "method.other": "Other",

  "receipt.title": "Receipt",
  "receipt.number": "Receipt no.",
  "receipt.date": "Date",
  "receipt.from": "From",
  "receipt.noOperator": "The operator of this site",
  "receipt.to": "Paid by",
  "receipt.bill": "Bill",
  "receipt.method": "Method",
  "receipt.byHand": "Recorded by the operator",
  "receipt.for": "For",
  "receipt.amount": "Amount paid",
  "receipt.sandbox": "Test payment in the provider's sandbox. No money was paid.",
  "receipt.print": "Print",
  "receipt.back": "Back to Dashboard",
  "receipt.missing": "This receipt does not exist.",

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
    "Someone entered {{attempts}} wrong passwords for your account within an hour, from {{count}} address. Further attempts are now slowed down. If your password is short or used elsewhere, change it in the account menu.",
  "notice.failedSignIns_other":
    "Someone entered {{attempts}} wrong passwords for your account within an hour, from {{count}} addresses. Further attempts are now slowed down. If your password is short or used elsewhere, change it in the account menu.",
  "notice.signUpsUsed_one": "The one sign-up allowed per day was used on {{date}}. No one else could create an account until the next day.",
  "notice.signUpsUsed_other":
    "All {{number}} sign-ups allowed per day were used on {{date}}. No one else could create an account until the next day.",
  "notice.changeLimit": "Change the limit",
  "notice.seePlans": "See plans",
} as const;

export const billingMs: Record<keyof typeof billingEn, string> = {
  "billing.title": "Pengebilan",
  "billing.plan": "Pelan semasa",
  "billing.until": "Hingga {{date}}",
  "billing.change": "Perbaharui atau tukar pelan",
  "billing.choose": "Pilih pelan",
  "billing.payments": "Pembayaran",
  "billing.none": "Pembayaran dan resit anda akan dipaparkan di sini.",
  "billing.date": "Tarikh",
  "billing.planColumn": "Pelan",
  "billing.amount": "Jumlah",
  "billing.status": "Status",
  "billing.receipt": "Resit",
  "billing.receiptOf": "Resit no. {{number}}",
  "billing.term": "{{plan}}, {{months}}",
  "billing.more": "Tunjukkan semua {{count}} pembayaran",
  "billing.status.pending": "Belum selesai",
  "billing.status.success": "Dibayar",
  "billing.status.failed": "Tidak dibayar",

  "method.title": "Cara bayaran",
  "method.bank_transfer": "Pindahan bank",
  "method.cash": "Tunai",
  "method.other": "Lain-lain",

  "receipt.title": "Resit",
  "receipt.number": "No. resit",
  "receipt.date": "Tarikh",
  "receipt.from": "Daripada",
  "receipt.noOperator": "Pengendali laman ini",
  "receipt.to": "Dibayar oleh",
  "receipt.bill": "Bil",
  "receipt.method": "Cara bayaran",
  "receipt.byHand": "Direkodkan oleh pengendali",
  "receipt.for": "Untuk",
  "receipt.amount": "Jumlah dibayar",
  "receipt.sandbox": "Pembayaran ujian dalam sistem ujian penyedia. Tiada wang dibayar.",
  "receipt.print": "Cetak",
  "receipt.back": "Kembali ke Papan Pemuka",
  "receipt.missing": "Resit ini tidak wujud.",

  "quote.current": "Pelan anda",
  "quote.renew": "Pembaharuan menambah {{months}}: dari {{start}} hingga {{end}}.",
  "quote.change_one": "Bermula hari ini hingga {{end}}. Baki {{value}} pelan anda menambah {{count}} hari.",
  "quote.change_other": "Bermula hari ini hingga {{end}}. Baki {{value}} pelan anda menambah {{count}} hari.",
  "quote.changePlain": "Bermula hari ini hingga {{end}}. Pelan semasa anda tiada baki nilai untuk dibawa.",
  "quote.unsold":
    "Pelan anda {{plan}} tidak lagi dijual. Anda boleh menggunakannya hingga {{date}}. Untuk meneruskan selepas itu, pilih salah satu pelan ini.",
  "quote.new": "Jika anda membayar hari ini, pelan ini sah hingga {{end}}.",

  "notice.dismiss": "Tutup",
  "notice.label": "Notis",
  "notice.limit":
    "Mesej bulan ini telah habis digunakan. Sehingga bulan depan, pelawat melihat mesej had dicapai. Naik taraf untuk meneruskan sekarang.",
  "notice.ending_one":
    "{{plan}} tamat dalam {{count}} hari, pada {{date}}. Jika anda memperbaharui sekarang, bulan baharu bermula selepas itu; tiada yang hilang.",
  "notice.ending_other":
    "{{plan}} tamat dalam {{count}} hari, pada {{date}}. Jika anda memperbaharui sekarang, bulan baharu bermula selepas itu; tiada yang hilang.",
  "notice.ended": "{{plan}} telah tamat dan akaun anda kini menggunakan Pelan Percuma. Tiada apa-apa dipadam.",
  "notice.endedPaused_one":
    "{{plan}} telah tamat dan akaun anda kini menggunakan Pelan Percuma. {{count}} ejen dijeda; anda boleh memilih ejen yang kekal aktif.",
  "notice.endedPaused_other":
    "{{plan}} telah tamat dan akaun anda kini menggunakan Pelan Percuma. {{count}} ejen dijeda; anda boleh memilih ejen yang kekal aktif.",
  "notice.payment": "Pembayaran anda diterima: {{plan}} hingga {{date}}.",
  "notice.budgetNear":
    "Lebih 80% belanjawan bulan ini untuk model AI telah digunakan. Apabila habis, penjawab terbina dalam menjawab daripada pengetahuan anda.",
  "notice.budgetUsed":
    "Belanjawan bulan ini untuk model AI telah habis. Sehingga bulan depan, penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.boxBudgetUsed":
    "Belanjawan laman ini untuk model AI bagi bulan ini telah habis. Sehingga bulan depan, penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.failedSignIns_one":
    "{{attempts}} kata laluan salah dimasukkan bagi akaun anda dalam masa sejam, daripada {{count}} alamat. Percubaan seterusnya kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarkannya dalam menu akaun.",
  "notice.failedSignIns_other":
    "{{attempts}} kata laluan salah dimasukkan bagi akaun anda dalam masa sejam, daripada {{count}} alamat. Percubaan seterusnya kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarkannya dalam menu akaun.",
  "notice.signUpsUsed_one":
    "Had satu pendaftaran sehari telah habis digunakan pada {{date}}. Tiada sesiapa lagi dapat mencipta akaun sehingga hari berikutnya.",
  "notice.signUpsUsed_other":
    "Had {{number}} pendaftaran sehari telah habis digunakan pada {{date}}. Tiada sesiapa lagi dapat mencipta akaun sehingga hari berikutnya.",
  "notice.changeLimit": "Ubah had",
  "notice.seePlans": "Lihat pelan",
};

/** Both languages at once, so that switching never waits. */
export function addBillingTexts(): void {
  i18next.addResourceBundle("en", "billing", billingEn);
  i18next.addResourceBundle("ms", "billing", billingMs);
}
