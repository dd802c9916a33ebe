import type { TalkText } from "../talk.ts";

export const talk: TalkText = {
  empty: "Tanyakan soalan anda. Jawapannya muncul di sini.",
  latest: "Mesej terkini",
  typing: "Sedang menaip...",
  waitNext: "Giliran anda seterusnya",
  waitOne: "1 jawapan sebelum jawapan anda",
  waitMany: "N jawapan sebelum jawapan anda",
  retry: "Cuba lagi",
  notSent: "Tidak dihantar.",
  offline: "Tiada sambungan. Mesej anda akan dihantar sebaik sahaja talian pulih.",
  connecting: "Menyambung semula",
  interrupted: "Jawapan terputus.",
  image: "Gambar",
  imageFailed: "Gambar tidak dapat dipaparkan",
  reload: "Sila muat semula halaman untuk menyambung perbualan.",
  tooLong: "Mesej ini terlalu panjang.",
  tooMany: "Anda menulis terlalu pantas. Mesej anda akan dihantar sebentar lagi.",
  busy: "Perkhidmatan sedang sibuk. Mesej anda akan dihantar sebentar lagi.",
  replyFailed: "Jawapan gagal.",
  refused: "Sembang tidak tersedia di domain ini.",
  notFound: "Ejen ini tidak tersedia.",
};
