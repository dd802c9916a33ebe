/** The plans page, and the pages to which a payment returns. */
import type { plans as english } from "../en/plans.ts";
import type { TextsOf } from "../sections.ts";

export const plans: TextsOf<typeof english> = {
  "plans.title": "Pilih Pelan Anda",
  "plans.earlyBird": "Tawaran awal: langgan sekarang dan kekalkan harga hari ini sepanjang tempoh langganan anda.",
  "plans.current": "Pelan anda sekarang: {{plan}}",
  "plans.popular": "PALING POPULAR",
  "plans.only": "Hanya {{monthly}}/bulan",
  "plans.save": "Jimat {{savings}}",
  "plans.feature.valid_one": "Sah selama {{count}} bulan",
  "plans.feature.valid_other": "Sah selama {{count}} bulan",
  "plans.feature.anyMessages": "Mesej tanpa had",
  "plans.feature.anyAgents": "Ejen AI tanpa had",
  "plans.feature.words_one": "{{number}} perkataan pangkalan pengetahuan",
  "plans.feature.words_other": "{{number}} perkataan pangkalan pengetahuan",
  "plans.feature.updates_one": "{{number}} entri pengetahuan",
  "plans.feature.updates_other": "{{number}} entri pengetahuan",
  "plans.feature.discount": "Diskaun {{percent}}% • Kekalkan harga semasa",
  "plans.subscribe": "Langgan Sekarang",
  "plans.back": "Kembali ke Papan Pemuka",
  "plans.notLoaded": "Pelan tidak dapat dimuatkan.",
  "plans.none": "Belum ada pelan berbayar. Buat masa ini, hanya Pelan Percuma tersedia.",
  "plans.notConfigured": "Tetapan pembayaran belum dibuat oleh pentadbir, atau anda belum log masuk.",
  "plans.providerError": "Pembayaran gagal dimulakan. Ralat API penyedia pembayaran: {{message}}",
  "plans.failed": "Pembayaran gagal dimulakan. Sila cuba lagi.",

  "payment.processing": "Pembayaran anda sedang diproses...",
  "payment.success": "Pembayaran Berjaya!",
  "payment.toDashboard": "Membawa anda ke papan pemuka...",
  "payment.failed": "Pembayaran Gagal",
  "payment.toPlans": "Membawa anda kembali ke pelan...",
  "payment.paidText": "Pelan anda sudah aktif. Resitnya ada di Bil dan resit.",
  "payment.failedText":
    "Pelan anda tidak berubah. Jika anda sudah membayar, pelan berubah sebaik sahaja penyedia pembayaran mengesahkannya.",
  "payment.notCompleted": "Pembayaran tidak selesai.",
  "payment.goDashboard": "Ke papan pemuka",
  "payment.again": "Cuba lagi",
  "callback.title": "Pembayaran Sedang Diproses…",
  "callback.text": "Sila tunggu sementara kami memproses pembayaran anda. Anda boleh menutup tetingkap ini.",
  "plans.renew": "Perbaharui",
  "plans.switch": "Tukar",
  "plans.notYet": "Pembayaran dalam talian belum disediakan. Untuk mendapatkan pelan ini, hubungi pengendali laman ini.",
  "plans.notYetAsk": "Pembayaran dalam talian belum disediakan. Untuk mendapatkan pelan ini, hubungi {{operator}}.",
  "plans.noAddress":
    "Belum ada yang boleh membayar dalam talian: pelayan tidak tahu alamat awamnya. Mulakannya dengan --public-url https://…",
  "plans.noKeys": "Belum ada yang boleh membayar dalam talian: masukkan kunci Billplz di Admin, Tetapan, Pembayaran.",
};
