/** The editor's section about visitors whom the owner's site knows. Comes with the editor, not with the first bundle. */
import i18next from "i18next";

export const knownEn = {
  "known.title": "Visitors your site knows",
  "known.lead":
    "Somebody who is signed in on your site can have one conversation in every browser. Your server vouches for them with a secret; the browser never sees it.",
  "known.none": "There is no secret yet.",
  "known.inUse": "A secret is in use.",
  "known.make": "Make a secret",
  "known.replace": "Make another",
  "known.warning": "The secret in use ends at once: until your server has the new one, your visitors are not recognised.",
  "known.confirm": "Replace the secret",
  "known.secret": "Secret",
  "known.once": "Copy it now. It is shown only this once; store it where your server keeps its secrets.",
  "known.failed": "The secret could not be made.",
  "known.copy": "Copy",
  "known.copied": "Copied",
  "known.copyFailed": "Copying was refused. Select the text and copy it.",
  "known.sample": "On your server",
  "known.page": "On your page",
} as const;

export const knownMs: Record<keyof typeof knownEn, string> = {
  "known.title": "Pelawat yang dikenali laman anda",
  "known.lead":
    "Sesiapa yang log masuk di laman anda boleh meneruskan satu perbualan dalam semua pelayar. Pelayan anda mengesahkan mereka dengan satu rahsia; pelayar tidak pernah melihatnya.",
  "known.none": "Belum ada rahsia.",
  "known.inUse": "Satu rahsia sedang digunakan.",
  "known.make": "Cipta rahsia",
  "known.replace": "Cipta yang lain",
  "known.warning": "Rahsia sekarang tamat serta-merta: sehingga pelayan anda menerima yang baharu, pelawat anda tidak dikenali.",
  "known.confirm": "Ganti rahsia",
  "known.secret": "Rahsia",
  "known.once": "Salin sekarang. Ia dipaparkan sekali ini sahaja; simpan di tempat pelayan anda menyimpan rahsianya.",
  "known.failed": "Rahsia tidak dapat dicipta.",
  "known.copy": "Salin",
  "known.copied": "Disalin",
  "known.copyFailed": "Penyalinan ditolak. Pilih teks dan salin sendiri.",
  "known.sample": "Di pelayan anda",
  "known.page": "Di halaman anda",
};

/** Both languages at once, so that switching never waits. */
export function addKnownTexts(): void {
  i18next.addResourceBundle("en", "known", knownEn);
  i18next.addResourceBundle("ms", "known", knownMs);
}
