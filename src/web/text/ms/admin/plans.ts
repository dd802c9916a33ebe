/** Plans tab. */
import type { adminPlans as english } from "../../en/admin/plans.ts";
import type { TextsOf } from "../../sections.ts";

export const adminPlans: TextsOf<typeof english> = {
  "adminPlans.title": "Pelan Langganan",
  "adminPlans.create": "Cipta Pelan Baharu",
  "adminPlans.name": "Nama",
  "adminPlans.price": "Harga",
  "adminPlans.validity": "Bulan",
  "adminPlans.discount": "Diskaun",
  "adminPlans.messages": "Mesej",
  "adminPlans.chats": "Ejen",
  "adminPlans.words": "Perkataan pengetahuan",
  "adminPlans.adds": "Entri",
  "adminPlans.users": "Pengguna",
  "adminPlans.createTitle": "Cipta Pelan Baharu",
  "adminPlans.editTitle": "Sunting Pelan",
  "adminPlans.planName": "Nama Pelan",
  "adminPlans.messageLimit": "Had Mesej",
  "adminPlans.chatLimit": "Had Sembang",
  "adminPlans.chatHint": "Bilangan ejen AI yang boleh dimiliki seorang pemilik.",
  "adminPlans.wordLimit": "Had Perkataan Pengetahuan",
  "adminPlans.addLimit": "Had Tambah Pengetahuan",
  "adminPlans.sourceLimit": "Had Sumber",
  "adminPlans.sourceHint": "Fail, halaman web dan laman web yang boleh dibaca oleh satu ejen.",
  "adminPlans.pageLimit": "Had Halaman",
  "adminPlans.pageHint": "Jumlah halaman yang boleh dibaca oleh satu ejen daripada semua sumbernya. Satu fail dikira sebagai satu halaman.",
  "adminPlans.totalWordLimit": "Perkataan yang Dibaca daripada Sumber",
  "adminPlans.zeroHint": "Bilangan entri pengetahuan bagi satu ejen. 0 bermaksud pelan ini tidak menyertakannya.",
  "adminPlans.beyondAgent":
    "Pelan ini membenarkan lebih daripada yang dapat disimpan oleh pelayan. Walau apa pun had pelan, satu ejen menyimpan paling banyak {{entries}} entri dan {{words}} perkataan secara keseluruhan. Selebihnya ditolak.",
  "adminPlans.priceField": "Harga",
  "adminPlans.priceHint": "RM sebulan, sebelum diskaun",
  "adminPlans.validityField": "Tempoh Sah (Bulan)",
  "adminPlans.validityHint": "1 = bulanan, 6 = setengah tahun, 12 = tahunan",
  "adminPlans.discountField": "Peratusan Diskaun",
  "adminPlans.discountHint": "Diskaun untuk tempoh sah yang lebih panjang",
  "adminPlans.onSale": "Dijual",
  "adminPlans.onSaleHint":
    "Jika tidak dijual, pelan ini tidak dipaparkan kepada pelanggan baharu dan tidak boleh diperbaharui. Pengguna sedia ada mengekalkannya sehingga tamat.",
  "adminPlans.notOnSale": "tidak dijual",
  "adminPlans.preview": "Apa yang akan dilihat pemilik",
  "adminPlans.previewFree": "Pelan ini tidak berbayar, jadi pemilik tidak boleh membelinya. Anda boleh memberikannya kepada pengguna.",
  "adminPlans.previewOffSale": "Pelan ini tidak dijual, jadi pemilik tidak melihat kad ini. Anda boleh memberikannya kepada pengguna.",
  "adminPlans.unnamed": "Pelan baharu",
  "adminPlans.editNote":
    "Had berkuat kuasa serta-merta untuk semua pengguna pelan ini. Harga, tempoh sah dan diskaun terpakai untuk langganan baharu.",
  "adminPlans.conflict": "Pelan ini telah diubah dalam tetingkap lain. Perubahan anda belum disimpan.",
  "adminPlans.deleteTitle": "Padam Pelan",
  "adminPlans.deleteText":
    "Padam {{name}} secara kekal? Pelan yang sedang digunakan tidak boleh dipadam; hentikan jualannya sebagai ganti.",
};
