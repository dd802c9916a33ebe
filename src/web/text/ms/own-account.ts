/** The page about one's own account. */
import type { ownAccount as english } from "../en/own-account.ts";
import type { TextsOf } from "../sections.ts";

export const ownAccount: TextsOf<typeof english> = {
  "own.title": "Akaun anda",
  "own.failed": "Akaun anda tidak dapat dimuatkan.",
  "own.details": "Butiran",
  "own.usernameHint": "Anda boleh log masuk dengannya.",
  "own.adminName": "Nama pengguna pentadbir tidak boleh ditukar.",
  "own.email": "Alamat e-mel",
  "own.email.none": "Tiada alamat e-mel",
  "own.email.confirmed": "Disahkan",
  "own.email.open": "Belum disahkan",
  "own.email.ask": "Buka pautan yang kami hantar ke alamat ini. Belum ada? Lihat folder spam, atau:",
  "own.email.again": "Hantar pautan sekali lagi",
  "own.email.sent": "Pautan sedang dihantar.",
  "own.email.pending": "{{email}} digunakan sebaik sahaja anda membuka pautan yang kami hantar ke situ, dalam masa 24 jam.",
  "own.email.cancel": "Kekalkan alamat sekarang",
  "own.email.change": "Tukar alamat",
  "own.email.new": "Alamat e-mel baharu",
  "own.email.hintMail":
    "Kami menghantar pautan ke alamat baharu. Alamat itu digunakan setelah anda membuka pautan tersebut. Kami kemudian memaklumkan pertukaran ini ke alamat lama.",
  "own.email.hint": "Alamat ini digunakan serta-merta.",
  "own.email.changed": "Alamat e-mel ditukar",
  "own.password": "Kata laluan",
  "own.password.text": "Apabila anda menukarnya, semua peranti lain dilog keluar.",
  "own.language": "Bahasa mesej",
  "own.language.text": "Bahasa yang kami gunakan untuk menulis kepada anda. Bahasa halaman ini dipilih dalam menu akaun.",
  "own.language.saved": "Bahasa mesej disimpan",
  "own.devices": "Peranti",
  "own.devices.text":
    "Tempat anda sedang log masuk. Jika ada yang tidak anda kenali, log keluar daripada peranti itu dan tukar kata laluan anda.",
  "own.devices.failed": "Senarai peranti tidak dapat dimuatkan.",
  "own.devices.current": "Peranti ini",
  "own.devices.unknown": "Peranti tidak dikenali",
  "own.devices.on": "{{browser}} pada {{system}}",
  "own.devices.seen": "Terakhir digunakan {{when}}",
  "own.devices.since": "log masuk {{when}}",
  "own.devices.from": "dari {{address}}",
  "own.devices.end": "Log keluar",
  "own.devices.endOf": "Log keluar: {{device}}",
  "own.devices.endOthers": "Log keluar semua peranti lain",
  "own.devices.ended": "Semua peranti lain telah dilog keluar",
  "own.delete": "Padamkan akaun",
  "own.delete.text":
    "Ejen anda berhenti menjawab serta-merta. Ejen, pengetahuan, perbualan dan nama anda kemudian dipadamkan selama-lamanya. Dua perkara disimpan: pembayaran dengan resitnya, kerana undang-undang meminta pengendali menyimpan akaun (tanpa nama anda dalam senarai), dan sandaran sehingga diganti.",
  "own.delete.export": "Simpan salinan dahulu",
  "own.delete.exportText":
    "Satu fail dengan ejen anda, pengetahuan, sumber, soalan ujian dan versinya, semua perbualan, serta pembayaran, makluman dan peranti anda.",
  "own.delete.exported": "Salinan telah disimpan",
  "own.delete.open": "Padamkan akaun",
  "own.delete.ask":
    "Tindakan ini tidak boleh dibatalkan. Masukkan kata laluan anda untuk memadamkan akaun {{username}} dengan semua isinya.",
  "own.delete.submit": "Padamkan selama-lamanya",
  "own.needEmail": "Masukkan alamat e-mel baharu",
  "own.needPassword": "Masukkan kata laluan anda",
};
