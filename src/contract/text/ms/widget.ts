import type { FrameText, LoaderText, RefusalText } from "../widget.ts";

export const loader: LoaderText = ["Buka sembang", "Tutup sembang", "Tiada sambungan. Mencuba lagi."];

export const frame: FrameText = {
  title: "Sembang",
  atOnce: "Menjawab serta-merta",
  openChat: "Buka sembang",
  closeChat: "Tutup sembang",
  reset: "Mulakan semula perbualan",
  message: "Mesej",
  placeholder: "Tulis mesej",
  send: "Hantar mesej",
  log: "Perbualan",
};

export const dismiss = "Tutup";

export const privacy = "Privasi";

export const refusal: RefusalText = {
  domain: "Sembang tidak tersedia di domain ini.",
  not_found: "Sembang ini tidak tersedia.\nPerniagaan ini mungkin menjedakannya atau memindahkannya. Sila hubungi mereka terus.",
};
