/** Settings tab. */
import type { settings as english } from "../../en/admin/settings.ts";
import type { TextsOf } from "../../sections.ts";

export const settings: TextsOf<typeof english> = {
  "settings.title": "Tetapan",
  "settings.ai": "Tetapan Model AI",
  "settings.model": "Model AI",
  "settings.modelHint": "Tanpa kunci, ejen hanya menjawab daripada pengetahuannya sendiri.",
  "settings.wrongAnswers": "Jawapan salah oleh penjawab terbina dalam",
  "settings.wrongAnswersOf": "Paling banyak {{number}} daripada 100 soalan",
  "settings.wrongAnswersHint":
    "Penjawab ini menjawab apabila tiada model yang menjawab. Semakin sedikit jawapan salah yang dibenarkan, semakin kerap ia menyatakan bahawa ia tidak tahu.",
  "settings.apiKey": "Kunci API",
  "settings.allowSums": "Benarkan model menambah dan menolak harga",
  "settings.allowSumsHint":
    "Jawapan boleh juga menyebut jumlah atau beza dua harga yang diketahui ejen. Harga lain dihalang, kecuali pemilik telah mematikan semakan ini.",
  "settings.secretHint": "Disimpan secara tersulit. Titik mewakili nilai yang disimpan; taip nilai baharu untuk menggantikannya.",
  "settings.payment": "Tetapan Pembayaran",
  "settings.billplzApiKey": "Kunci API Billplz",
  "settings.billplzCollectionId": "ID Koleksi Billplz",
  "settings.billplzXSignatureKey": "Kunci X Signature Billplz",
  "settings.sandbox": "Mod Ujian",
  "settings.sandboxHint": "Bil dicipta dalam sistem ujian Billplz, dan tiada wang dibayar.",
  "settings.save": "Simpan Tetapan",
  "settings.saved": "Tetapan berjaya disimpan!",
  "settings.failed": "Gagal menyimpan tetapan.",
};
