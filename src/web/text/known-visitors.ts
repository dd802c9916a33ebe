/** The editor's section about visitors whom the owner's site knows. Comes with the editor, not with the first bundle. */
import i18next from "i18next";

export const knownEn = {
  "known.title": "Visitors your site knows",
  "known.lead":
    "Someone who is signed in on your site can continue one conversation in every browser. Your server vouches for them with a secret that the browser never sees.",
  "known.none": "There is no secret yet.",
  "known.inUse": "A secret is in use.",
  "known.make": "Create secret",
  "known.replace": "Replace secret",
  "known.warning": "The current secret stops working immediately. Until your server has the new one, your visitors are not recognised.",
  "known.confirm": "Replace it now",
  "known.secret": "Secret",
  "known.once": "Copy it now: it is shown only once. Store it where your server keeps its secrets.",
  "known.failed": "The secret could not be created.",
  "known.copy": "Copy",
  "known.copied": "Copied",
  "known.copyFailed": "The text could not be copied. Select it and copy it yourself.",
  "known.sample": "On your server",
  "known.page": "On your page",
} as const;

export const knownMs: Record<keyof typeof knownEn, string> = {
  "known.title": "Pelawat yang dikenali laman anda",
  "known.lead":
    "Pelawat yang log masuk di laman anda boleh meneruskan satu perbualan dalam semua pelayar. Pelayan anda mengesahkan mereka dengan rahsia yang tidak pernah dilihat oleh pelayar.",
  "known.none": "Belum ada rahsia.",
  "known.inUse": "Satu rahsia sedang digunakan.",
  "known.make": "Cipta rahsia",
  "known.replace": "Ganti rahsia",
  "known.warning":
    "Rahsia semasa tidak lagi berfungsi serta-merta. Sehingga pelayan anda menerima rahsia baharu, pelawat anda tidak dikenali.",
  "known.confirm": "Ganti sekarang",
  "known.secret": "Rahsia",
  "known.once": "Salin sekarang: rahsia ini dipaparkan sekali sahaja. Simpan di tempat pelayan anda menyimpan rahsianya.",
  "known.failed": "Rahsia tidak dapat dicipta.",
  "known.copy": "Salin",
  "known.copied": "Disalin",
  "known.copyFailed": "Teks tidak dapat disalin. Pilih dan salin sendiri.",
  "known.sample": "Di pelayan anda",
  "known.page": "Di halaman anda",
};

/** Both languages at once, so that switching never waits. */
export function addKnownTexts(): void {
  i18next.addResourceBundle("en", "known", knownEn);
  i18next.addResourceBundle("ms", "known", knownMs);
}
