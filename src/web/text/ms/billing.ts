/** Billing, receipts and notices, on the dashboard, the plans page, receipts and the administrator's payments. */
import type { billing as english } from "../en/billing.ts";
import type { TextsOf } from "../sections.ts";

export const billing: TextsOf<typeof english> = {
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
  "billing.notLoaded": "Pembayaran anda tidak dapat dimuatkan.",
  "billing.status.pending": "Belum selesai",
  "billing.status.success": "Dibayar",
  "billing.status.failed": "Tidak dibayar",
  "billing.status.refunded": "Dipulangkan",

  "method.title": "Cara bayaran",
  "method.bank_transfer": "Pindahan bank",
  "method.cash": "Tunai",
  "method.other": "Lain-lain",

  "receipt.title": "Resit",
  "receipt.print": "Cetak",
  "receipt.back": "Kembali ke Pengebilan",
  "receipt.missing": "Resit ini tidak wujud.",
  "receipt.notLoaded": "Resit tidak dapat dimuatkan.",

  "receipt.receiptFile": "Simpan resit (PDF)",
  "receipt.creditFile": "Simpan nota kredit (PDF)",
  "receipt.fileOf": "{{label}}: {{number}}",
  "billing.creditNoteOf": "Nota kredit no. {{number}}",

  "details.title": "Butiran anda pada resit",
  "details.lead": "Digunakan pada resit mulai sekarang. Resit yang sudah dikeluarkan tidak berubah.",
  "details.notLoaded": "Butiran anda tidak dapat dimuatkan.",
  "details.name": "Nama syarikat",
  "details.nameHint": "Jika dibiarkan kosong, nama perniagaan anda di sini digunakan.",
  "details.address": "Alamat",
  "details.tin": "TIN",
  "details.tinHint": "Nombor pengenalan cukai, jika anda memerlukannya pada resit.",
  "details.brn": "BRN",
  "details.brnHint": "Nombor pendaftaran perniagaan.",
  "details.saved": "Disimpan.",

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
    "Mesej bulan ini telah habis digunakan. Sehingga bulan depan, pelawat melihat mesej anda apabila had dicapai. Naik taraf untuk meneruskan sekarang.",
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
    "Lebih 80% bajet bulan ini untuk model AI telah digunakan. Apabila habis, penjawab terbina dalam menjawab daripada pengetahuan anda.",
  "notice.budgetUsed":
    "Bajet bulan ini untuk model AI telah habis. Sehingga bulan depan, penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.boxBudgetUsed":
    "Bajet laman ini untuk model AI bagi bulan ini telah habis. Sehingga bulan depan, penjawab terbina dalam menjawab daripada pengetahuan anda; jawapannya tidak dikira.",
  "notice.failedSignIns_one":
    "{{attempts}} kata laluan salah dimasukkan bagi akaun anda dalam masa sejam, daripada {{count}} alamat IP. Percubaan seterusnya kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarkannya dalam menu akaun.",
  "notice.failedSignIns_other":
    "{{attempts}} kata laluan salah dimasukkan bagi akaun anda dalam masa sejam, daripada {{count}} alamat IP. Percubaan seterusnya kini diperlahankan. Jika kata laluan anda pendek atau digunakan di tempat lain, tukarkannya dalam menu akaun.",
  "notice.signUpsUsed_one":
    "Had satu pendaftaran sehari telah habis digunakan pada {{date}}. Tiada sesiapa lagi dapat mencipta akaun sehingga hari berikutnya.",
  "notice.signUpsUsed_other":
    "Had {{number}} pendaftaran sehari telah habis digunakan pada {{date}}. Tiada sesiapa lagi dapat mencipta akaun sehingga hari berikutnya.",
  "notice.entriesEnding_one": "Satu entri pengetahuan {{agent}} hanya digunakan sehingga {{date}}.",
  "notice.entriesEnding_other": "{{number}} entri pengetahuan {{agent}} hanya digunakan sehingga {{date}}.",
  "notice.sourceFailed": "{{source}} tidak dapat dibaca semula. {{agent}} masih menggunakan apa yang dibaca sebelum ini.",
  "notice.pagesRetired_one":
    "Satu halaman {{source}} sudah tiada. {{agent}} tidak lagi menggunakan kandungannya; anda boleh memulihkannya.",
  "notice.pagesRetired_other":
    "{{number}} halaman {{source}} sudah tiada. {{agent}} tidak lagi menggunakan kandungannya; anda boleh memulihkannya.",
  "notice.sourceConflicts_one": "{{source}} telah berubah, dan satu entri {{agent}} yang anda ubah sendiri menyatakan perkara lain.",
  "notice.sourceConflicts_other":
    "{{source}} telah berubah, dan {{number}} entri {{agent}} yang anda ubah sendiri menyatakan perkara lain.",
  "notice.testsFailing_one": "{{agent}}: jawapan model bagi {{number}} soalan ujian yang dahulunya betul kini tidak lagi betul.",
  "notice.testsFailing_other": "{{agent}}: jawapan model bagi {{number}} soalan ujian yang dahulunya betul kini tidak lagi betul.",
  "notice.seeTests": "Lihat soalan ujian",
  "notice.seeEntries": "Lihat entri",
  "notice.seeSource": "Lihat apa yang dibaca",
  "notice.changeLimit": "Ubah had",
  "notice.seePlans": "Lihat pelan",
};
