/** Views of the Settings tab: data retention and the audit log. */
import type { audit as english } from "../../en/admin/audit.ts";
import type { TextsOf } from "../../sections.ts";

export const audit: TextsOf<typeof english> = {
  "settingsView.settings": "Tetapan",
  "settingsView.data": "Tempoh simpanan",
  "settingsView.audit": "Log audit",
  "data.title": "Perbualan",
  "data.lead": "Perbualan yang lebih lama daripada ini dipadam secara kekal beberapa minit selepas anda menyimpan.",
  "data.days": "Simpan perbualan selama (hari)",
  "data.daysHint": "Dikira dari mesej terakhir. 0 menyimpannya selama-lamanya.",
  "data.copies":
    "Sapa menyalin pangkalan data sebelum setiap naik taraf atau pemulihan, dan memadam salinan itu selepas 30 hari. Sandaran yang anda buat sendiri kekal sehingga anda memadamnya.",
  "data.askTitle": "Padam perbualan lama?",
  "data.ask_one": "Setiap perbualan tanpa mesej dalam sehari yang lalu akan dipadam secara kekal.",
  "data.ask_other": "Setiap perbualan tanpa mesej dalam {{count}} hari yang lalu akan dipadam secara kekal.",
  "data.askConfirm": "Simpan dan padam",
  "audit.search": "Cari dalam log",
  "audit.anyAction": "Semua tindakan",
  "audit.export": "Eksport sebagai CSV",
  "audit.noneFound": "Tiada rekod ditemui.",
  "audit.at": "Bila",
  "audit.actor": "Siapa",
  "audit.address": "Alamat IP",
  "audit.action": "Tindakan",
  "audit.subject": "Apa",
  "audit.change": "Sebelum → selepas",
  "audit.commandLine": "Baris arahan",
};
