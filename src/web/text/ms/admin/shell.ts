/** The frame around the administrator's tabs, and the words that their lists share. */
import type { shell as english } from "../../en/admin/shell.ts";
import type { TextsOf } from "../../sections.ts";

export const shell: TextsOf<typeof english> = {
  "admin.title": "Panel pentadbir",
  "admin.tab.users": "Pengguna",
  "admin.tab.messages": "Mesej",
  "admin.tab.plans": "Pelan",
  "admin.tab.payments": "Pembayaran",
  "admin.tab.settings": "Tetapan",
  "admin.demo": "Ejen demo",
  "admin.demo.landing": "Halaman utama",
  "admin.demo.shop": "Kedai contoh",
  "admin.actions": "Tindakan",
  "admin.edit": "Sunting",
  "admin.delete": "Padam",
  "admin.from": "Dari",
  "admin.to": "hingga",
  "admin.sortBy": "Susun mengikut {{label}}",
  "admin.rows_one": "{{number}} baris",
  "admin.rows_other": "{{number}} baris",
  "admin.notLoaded": "Tidak dapat dimuatkan.",
  "admin.notDone": "Tindakan ini gagal.",
  "admin.notSaved": "Tidak dapat disimpan.",
  "admin.none": "–",
  "admin.tab.overview": "Ringkasan",
  "admin.actionsOf": "Tindakan untuk {{name}}",
  "admin.showId": "tunjukkan ID",
  "admin.filters": "Penapis",
  "admin.filtersOn": "Penapis ({{count}})",
  "admin.anyTime": "Bila-bila masa",
  "admin.exportCsv": "Eksport CSV",
};
