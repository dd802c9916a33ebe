/** Tab tetapan: apa yang perlu dilakukan selepas pelanggaran data. */
import type { breach as english } from "../../en/admin/breach.ts";
import type { TextsOf } from "../../sections.ts";

export const breach: TextsOf<typeof english> = {
  "settingsView.breach": "Pelanggaran data",
  "breach.title": "Selepas pelanggaran data",
  "breach.lead":
    "Jika ada yang mungkin melihat atau mengambil data tanpa hak: cari siapa yang terlibat, dan maklumkan mereka tepat pada masanya.",
  "breach.from": "Pelanggaran bermula",
  "breach.fromHint": "Jika dibiarkan kosong, semuanya sejak awal dikira.",
  "breach.to": "Pelanggaran berakhir",
  "breach.order": "Masa tamat mesti selepas masa mula.",
  "breach.noticed": "Bila anda menyedarinya",
  "breach.commissioner": "Maklumkan Pesuruhjaya sebelum {{time}} (72 jam).",
  "breach.persons": "Maklumkan orang yang terlibat sebelum {{time}} (7 hari selepas itu).",
  "breach.law":
    "Inilah tempoh menurut Akta Perlindungan Data Peribadi Malaysia. Semak dengan Pesuruhjaya atau peguam apa yang terpakai kepada anda, dan simpan rekodnya selama dua tahun.",
  "breach.touched": "Siapa yang mungkin terlibat",
  "breach.touchedLead": "Akaun yang digunakan dalam tempoh ini, ejen yang ada pelawat, dan perbualannya. Jika ragu-ragu, ia turut dikira.",
  "breach.notLoaded": "Angka tidak dapat dimuatkan.",
  "breach.accounts": "Akaun",
  "breach.agents": "Ejen",
  "breach.conversations": "Perbualan",
  "breach.visitors": "Pelawat",
  "breach.letters": "Surat",
  "breach.lettersLead": "Draf untuk bermula. Isi apa yang ada dalam kurungan.",
  "breach.language": "Bahasa surat",
  "breach.toCommissioner": "Kepada Pesuruhjaya",
  "breach.toPersons": "Kepada orang yang terlibat",
  "breach.open_one": "{{count}} tempat perlu diisi",
  "breach.open_other": "{{count}} tempat perlu diisi",
  "breach.copy": "Salin",
  "breach.copied": "Disalin",
  "breach.copyOf": "Salin: {{label}}",
};
