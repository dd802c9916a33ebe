/** Paying, receipts and notices. They come with the pages that show them and are no part of the first bundle. */
import i18next from "i18next";

export const billingEn = {
  "billing.title": "Billing",
  "billing.plan": "Current plan",
  "billing.until": "Until {{date}}",
  "billing.change": "Renew or change plan",
  "billing.choose": "Choose a plan",
  "billing.payments": "Payments",
  "billing.none": "Payments and their receipts will stand here.",
  "billing.date": "Date",
  "billing.planColumn": "Plan",
  "billing.amount": "Amount",
  "billing.status": "Status",
  "billing.receipt": "Receipt",
  "billing.receiptOf": "Receipt no. {{number}}",
  "billing.term": "{{plan}}, {{months}}",
  "billing.more": "Show all {{count}} payments",
  "billing.status.pending": "Waiting",
  "billing.status.success": "Paid",
  "billing.status.failed": "Not paid",

  "method.title": "Paid by",
  "method.bank_transfer": "Bank transfer",
  "method.cash": "Cash",
  "method.other": "Another way",

  "receipt.title": "Receipt",
  "receipt.number": "Receipt no.",
  "receipt.date": "Date",
  "receipt.from": "From",
  "receipt.noOperator": "The operator of this installation",
  "receipt.to": "Paid by",
  "receipt.bill": "Bill",
  "receipt.method": "Method",
  "receipt.byHand": "Recorded by the operator",
  "receipt.for": "For",
  "receipt.amount": "Amount paid",
  "receipt.sandbox": "A test in the provider's sandbox: no money was paid.",
  "receipt.print": "Print",
  "receipt.back": "Back to Dashboard",
  "receipt.missing": "There is no such receipt.",

  "quote.current": "Your plan",
  "quote.renew": "Renewing adds {{months}}, from {{start}} to {{end}}.",
  "quote.change_one": "Starts today, until {{end}}. The unused RM{{value}} of your plan becomes {{count}} more day.",
  "quote.change_other": "Starts today, until {{end}}. The unused RM{{value}} of your plan becomes {{count}} more days.",
  "quote.changePlain": "Starts today, until {{end}}. Nothing of your plan is left to carry over.",
  "quote.unsold": "Your plan {{plan}} is no longer sold. You keep it until {{date}}; to go on after that, choose one of these plans.",
  "quote.new": "Starts when you pay; bought today, until {{end}}.",

  "notice.dismiss": "Dismiss",
  "notice.label": "Notices",
  "notice.limit": "This month's messages are used up. Visitors read your limit message until next month, or until you upgrade.",
  "notice.ending_one": "{{plan}} ends in {{count}} day, on {{date}}. Renewing now adds to the end; nothing is lost.",
  "notice.ending_other": "{{plan}} ends in {{count}} days, on {{date}}. Renewing now adds to the end; nothing is lost.",
  "notice.ended": "{{plan}} has ended and your account is on the Free Plan. Nothing was deleted.",
  "notice.endedPaused_one":
    "{{plan}} has ended and your account is on the Free Plan. {{count}} agent is paused; you choose which ones stay awake.",
  "notice.endedPaused_other":
    "{{plan}} has ended and your account is on the Free Plan. {{count}} agents are paused; you choose which ones stay awake.",
  "notice.payment": "Your payment arrived: {{plan}} until {{date}}.",
  "notice.budgetNear":
    "More than 80 % of this month's budget for AI models is used. Once it is used up, the built-in answerer replies from your knowledge.",
  "notice.budgetUsed":
    "This month's budget for AI models is used up. Until next month the built-in answerer replies from your knowledge; its replies are not counted.",
  "notice.boxBudgetUsed":
    "This site's budget for AI models is used up for this month. Until next month the built-in answerer replies from your knowledge; its replies are not counted.",
  "notice.failedSignIns_one":
    "Many sign-ins to your account failed: {{attempts}} wrong passwords within an hour, from {{count}} address. Guessing is slowed down now. If your password is short or used elsewhere, change it in the account menu.",
  "notice.failedSignIns_other":
    "Many sign-ins to your account failed: {{attempts}} wrong passwords within an hour, from {{count}} addresses. Guessing is slowed down now. If your password is short or used elsewhere, change it in the account menu.",
  "notice.seePlans": "See plans",
} as const;

export const billingMs: Record<keyof typeof billingEn, string> = {
  "billing.title": "Pengebilan",
  "billing.plan": "Pelan semasa",
  "billing.until": "Hingga {{date}}",
  "billing.change": "Perbaharui atau tukar pelan",
  "billing.choose": "Pilih pelan",
  "billing.payments": "Pembayaran",
  "billing.none": "Pembayaran dan resitnya akan dipaparkan di sini.",
  "billing.date": "Tarikh",
  "billing.planColumn": "Pelan",
  "billing.amount": "Jumlah",
  "billing.status": "Status",
  "billing.receipt": "Resit",
  "billing.receiptOf": "Resit no. {{number}}",
  "billing.term": "{{plan}}, {{months}}",
  "billing.more": "Tunjukkan semua {{count}} pembayaran",
  "billing.status.pending": "Menunggu",
  "billing.status.success": "Dibayar",
  "billing.status.failed": "Tidak dibayar",

  "method.title": "Cara bayaran",
  "method.bank_transfer": "Pindahan bank",
  "method.cash": "Tunai",
  "method.other": "Cara lain",

  "receipt.title": "Resit",
  "receipt.number": "No. resit",
  "receipt.date": "Tarikh",
  "receipt.from": "Daripada",
  "receipt.noOperator": "Pengendali pemasangan ini",
  "receipt.to": "Dibayar oleh",
  "receipt.bill": "Bil",
  "receipt.method": "Cara bayaran",
  "receipt.byHand": "Direkodkan oleh pengendali",
  "receipt.for": "Untuk",
  "receipt.amount": "Jumlah dibayar",
  "receipt.sandbox": "Ujian dalam sistem ujian penyedia: tiada wang dibayar.",
  "receipt.print": "Cetak",
  "receipt.back": "Kembali ke Papan Pemuka",
  "receipt.missing": "Resit itu tidak wujud.",

  "quote.current": "Pelan anda",
  "quote.renew": "Pembaharuan menambah {{months}}, dari {{start}} hingga {{end}}.",
  "quote.change_one": "Bermula hari ini, hingga {{end}}. Baki RM{{value}} pelan anda menjadi {{count}} hari tambahan.",
  "quote.change_other": "Bermula hari ini, hingga {{end}}. Baki RM{{value}} pelan anda menjadi {{count}} hari tambahan.",
  "quote.changePlain": "Bermula hari ini, hingga {{end}}. Tiada baki pelan anda untuk dibawa.",
  "quote.unsold":
    "Pelan anda {{plan}} tidak lagi dijual. Anda boleh menggunakannya hingga {{date}}; untuk meneruskan selepas itu, pilih salah satu pelan ini.",
  "quote.new": "Bermula apabila anda membayar; jika dibeli hari ini, hingga {{end}}.",

  "notice.dismiss": "Tutup",
  "notice.label": "Notis",
  "notice.limit": "Mesej bulan ini sudah habis. Pelawat membaca mesej had anda sehingga bulan depan, atau sehingga anda menaik taraf.",
  "notice.ending_one": "{{plan}} tamat dalam {{count}} hari, pada {{date}}. Pembaharuan sekarang menambah di hujung; tiada yang hilang.",
  "notice.ending_other": "{{plan}} tamat dalam {{count}} hari, pada {{date}}. Pembaharuan sekarang menambah di hujung; tiada yang hilang.",
  "notice.ended": "{{plan}} telah tamat dan akaun anda kini pada Pelan Percuma. Tiada apa-apa dipadam.",
  "notice.endedPaused_one":
    "{{plan}} telah tamat dan akaun anda kini pada Pelan Percuma. {{count}} ejen dijeda; anda memilih ejen yang kekal aktif.",
  "notice.endedPaused_other":
    "{{plan}} telah tamat dan akaun anda kini pada Pelan Percuma. {{count}} ejen dijeda; anda memilih ejen yang kekal aktif.",
  "notice.payment": "Pembayaran anda diterima: {{plan}} hingga {{date}}.",
  "notice.budgetNear":
    "Lebih 80 % belanjawan bulan ini untuk model AI telah digunakan. Apabila habis, penjawab terbina dalam menjawab daripada pengetahuan anda.",
  "notice.budgetUsed":
    "Belanjawan bulan ini untuk model AI telah habis. Sehingga bulan depan penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.boxBudgetUsed":
    "Belanjawan laman ini untuk model AI bagi bulan ini telah habis. Sehingga bulan depan penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.failedSignIns_one":
    "Banyak log masuk ke akaun anda gagal: {{attempts}} kata laluan salah dalam masa sejam, daripada {{count}} alamat. Percubaan meneka kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarlah dalam menu akaun.",
  "notice.failedSignIns_other":
    "Banyak log masuk ke akaun anda gagal: {{attempts}} kata laluan salah dalam masa sejam, daripada {{count}} alamat. Percubaan meneka kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarlah dalam menu akaun.",
  "notice.seePlans": "Lihat pelan",
};

/** Both languages at once, so that switching never waits. */
export function addBillingTexts(): void {
  i18next.addResourceBundle("en", "billing", billingEn);
  i18next.addResourceBundle("ms", "billing", billingMs);
}
