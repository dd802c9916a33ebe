/** A forgotten password, and the pages that links of mails open. */
import type { recovery as english } from "../en/recovery.ts";
import type { TextsOf } from "../sections.ts";

export const recovery: TextsOf<typeof english> = {
  "forgot.title": "Terlupa kata laluan?",
  "forgot.lead": "Masukkan alamat e-mel akaun anda. Anda akan menerima pautan untuk memilih kata laluan baharu.",
  "forgot.submit": "Hantar pautan",
  "forgot.busy": "Sedang menghantar...",
  "forgot.failed": "Pautan tidak dapat dihantar. Sila cuba lagi.",
  "forgot.needEmail": "Masukkan alamat e-mel",
  "forgot.wrongEmail": "Sila masukkan alamat e-mel yang sah",
  "forgot.sentTitle": "Semak peti masuk anda",
  "forgot.sent": "Jika ada akaun dengan alamat {{email}}, kami sedang menghantar pautan kepadanya. Pautan itu sah selama 30 minit.",
  "forgot.nothing": "Belum ada selepas beberapa minit? Lihat folder spam, dan semak sama ada alamat di atas betul.",
  "forgot.again": "Guna alamat lain",
  "forgot.back": "Kembali ke log masuk",
  "forgot.offTitle": "Dapatkan kata laluan baharu",
  "forgot.off": "Laman ini tidak menghantar e-mel, jadi pautannya diberikan kepada anda secara terus.",
  "ask.both": "Minta pautan daripada {{name}}:",
  "ask.name": "Minta pautan daripada {{name}} untuk memilih kata laluan baharu.",
  "ask.contact": "Minta pautan untuk memilih kata laluan baharu:",
  "ask.nobody": "Minta pautan daripada pengendali laman ini untuk memilih kata laluan baharu.",
  "help.both": "Bantuan daripada {{name}}:",
  "help.contact": "Bantuan:",
  "reset.title": "Pilih kata laluan baharu",
  "reset.lead":
    "Semua peranti anda akan dilog keluar, dan jemputan anda yang belum digunakan dibatalkan. Kemudian log masuk dengan kata laluan baharu.",
  "reset.checking": "Sedang menyemak pautan…",
  "reset.checkFailed": "Pautan itu tidak dapat disemak.",
  "reset.submit": "Tukar kata laluan",
  "reset.busy": "Sedang menukar...",
  "reset.failed": "Kata laluan tidak dapat ditukar. Sila cuba lagi.",
  "reset.doneTitle": "Kata laluan anda telah ditukar",
  "reset.done":
    "Semua peranti telah dilog keluar, dan jemputan anda yang belum digunakan telah dibatalkan. Log masuk dengan kata laluan baharu anda.",
  "reset.expiredTitle": "Pautan ini tidak lagi berfungsi",
  "reset.expired":
    "Tempoh pautan ini telah tamat, atau anda telah meminta pautan yang lebih baharu. Hanya pautan terbaharu boleh digunakan.",
  "reset.usedTitle": "Pautan ini telah digunakan",
  "reset.used":
    "Setiap pautan boleh digunakan sekali sahaja. Jika bukan anda yang menggunakannya, minta pautan baharu sekarang dan pilih kata laluan lain.",
  "reset.new": "Minta pautan baharu",
  "confirm.title": "Sahkan alamat e-mel anda",
  "confirm.lead": "Sahkan bahawa alamat e-mel ini milik anda.",
  "confirm.submit": "Sahkan alamat",
  "confirm.busy": "Sedang mengesahkan...",
  "confirm.failed": "Alamat itu tidak dapat disahkan. Sila cuba lagi.",
  "confirm.doneTitle": "Alamat anda telah disahkan",
  "confirm.done": "Alamat e-mel akaun anda kini {{email}}.",
  "confirm.expired":
    "Tempoh pautan ini telah tamat, atau pautan yang lebih baharu telah dihantar. Anda boleh menghantar pautan baharu dari halaman akaun anda.",
  "confirm.used": "Setiap pautan boleh digunakan sekali sahaja. Jika alamat itu sudah disahkan, tiada apa-apa lagi yang perlu dibuat.",
  "confirm.go": "Pergi ke akaun anda",
};
