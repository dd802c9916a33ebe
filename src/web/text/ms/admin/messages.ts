/** Messages tab. */
import type { messages as english } from "../../en/admin/messages.ts";
import type { TextsOf } from "../../sections.ts";

export const messages: TextsOf<typeof english> = {
  "messages.ofVisitor": "Pelawat",
  "messages.ofAgent": "Ejen",
  "messages.title": "Sejarah Chatbot",
  "messages.search": "Cari dalam mesej",
  "messages.idFilter": "ID sembang/pengguna",
  "messages.noneFound": "Tiada perbualan ditemui.",
  "messages.expand": "Buka",
  "messages.expandOne": "Tunjukkan mesej terakhir: {{name}}",
  "messages.id": "ID",
  "messages.ids": "ID perbualan, sembang dan pengguna",
  "messages.chatId": "ID Sembang",
  "messages.userId": "ID Pengguna",
  "messages.messages": "Mesej",
  "messages.updated": "Kemas Kini Terakhir",
  "messages.last": "Perbualan Terakhir",
  "messages.full": "Sejarah Perbualan Penuh",
  "messages.exportJson": "Eksport sebagai JSON",
  "messages.exportText": "Eksport sebagai teks",
  "messages.tokens": "{{input}} token input, {{output}} token output",
  "messages.tokensUnknown": "token tidak diketahui",
  "messages.costUnknown": "kos tidak diketahui",
  "messages.estimated": "anggaran",
  "messages.inBackups":
    "Sandaran lama masih mengandunginya. Sandaran itu dibuat antara {{oldest}} dan {{newest}}. Untuk membuangnya sepenuhnya, padam sandaran ini dalam folder data.",
  "messages.noBackups": "Tiada sandaran dalam folder data yang mengandunginya.",
  "messages.preview": "Pratonton",
  "messages.name": "{{agent}}, {{when}}",
  "messages.opening": "Mesej pertama",
  "messages.agent": "Ejen",
  "messages.owner": "Pemilik",
  "messages.read": "Baca",
  "messages.rows_one": "{{number}} perbualan",
  "messages.rows_other": "{{number}} perbualan",
};
