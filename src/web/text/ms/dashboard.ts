/** The dashboard and the embed code. */
import type { dashboard as english } from "../en/dashboard.ts";
import type { TextsOf } from "../sections.ts";

export const dashboard: TextsOf<typeof english> = {
  "dashboard.welcome": "Selamat kembali, {{username}}!",
  "dashboard.price": "{{price}}/bulan",
  "dashboard.validUntil": "hingga {{date}}",
  "usage.title": "Penggunaan Mesej Bulanan",
  "usage.almost": "Had bulanan hampir dicapai!",
  "usage.within": "Mesej masih dalam had bulanan",
  "usage.warning": "{{percent}}% digunakan",
  "usage.reached": "Had dicapai",
  "usage.upgrade": "Naik Taraf Had Mesej",
  "chart.which": "Mesej bagi",
  "chart.all": "Semua ejen",
  "chart.empty": "Mesej pelawat anda akan dipaparkan di sini mengikut hari.",
  "plan.includes": "Pelan anda",
  "plan.agents": "Ejen AI",
  "plan.words": "Perkataan setiap entri",
  "plan.knowledge": "Entri pengetahuan",
  "plan.entries_one": "{{number}} entri",
  "plan.entries_other": "{{number}} entri",
  "plan.messages": "Mesej sebulan",
  "plan.unlimited": "Tiada had",

  "agents.title": "Ejen Sokongan AI Anda",
  "agents.create": "Cipta Ejen Baharu",
  "agents.upgrade": "Naik Taraf Had Ejen",
  "agents.limitReached": "Semua ejen dalam pelan anda sudah digunakan",
  "agents.active": "Ejen AI Aktif",
  "agents.total": "Jumlah Mesej Bulan Ini",
  "agents.ofDeleted": "Ejen yang dipadam",
  "agents.messages": "Mesej Bulan Ini",
  "agents.updated": "Kemas Kini Terakhir",
  "agents.paused": "Dijeda",
  "agents.configure": "Urus Ejen",
  "agents.delete": "Padam Ejen",
  "agents.empty": "Anda belum mencipta sebarang ejen AI. Cipta ejen pertama anda untuk bermula!",
  "agents.deleted": "Ejen berjaya dipadam!",
  "agents.deleteFailed": "Gagal memadam ejen.",
  "agents.restored": "Ejen telah dikembalikan.",
  "agents.restoreFailed": "Ejen tidak dapat dikembalikan.",

  "embed.title": "Kod Benam",
  "embed.lead": "Salin dan tampal kod berikut ke dalam laman web anda:",
  "embed.copy": "Salin kod",
  "embed.copied": "Kod benam telah disalin!",
  "embed.copyFailed": "Kod tidak dapat disalin. Kod sudah dipilih supaya anda boleh menyalinnya sendiri.",
  "embed.close": "Tutup",
  "embed.notHttps":
    "Pelayan ini belum menggunakan https. Selagi belum, laman web yang menggunakan https tidak dapat memaparkan sembang ini.",
  "embed.where": "Di mana saya perlu menampalnya?",
  "embed.steps.html": "Buka fail HTML halaman anda.\nTampal kod tepat sebelum tag penutup body.\nMuat naik fail dan buka halaman anda.",
  "embed.steps.wordpress":
    "Di papan pemuka, buka Plugins dan tambah satu yang menyisipkan kod di kaki halaman, seperti WPCode.\nTampal kod ke kotak kaki halaman dan simpan.\nBuka laman anda; kosongkan cache jika sembang tidak muncul.",
  "embed.steps.shopify":
    "Buka Online Store, Themes, kemudian Edit code.\nBuka layout/theme.liquid dan tampal kod tepat sebelum tag penutup body.\nSimpan dan buka kedai anda.",
  "embed.steps.wix":
    "Buka Settings, Custom Code, kemudian Add Custom Code.\nTampal kod, pilih All pages dan Body – end.\nGunakan dan terbitkan laman.",
  "embed.steps.gtm":
    "Di ruang kerja anda, tambah tag baharu jenis Custom HTML.\nTampal kod dan pilih pencetus All Pages.\nSimpan, kemudian serahkan kontena.",
  "seen.title": "Dilihat di",
  "seen.none": "Belum dilihat di mana-mana. Sebaik sahaja seseorang membuka sembang di laman anda, nama laman itu muncul di sini.",
  "seen.row_one": "dibuka {{opens}} kali, terakhir {{date}}",
  "seen.row_other": "dibuka {{opens}} kali, terakhir {{date}}",
};
