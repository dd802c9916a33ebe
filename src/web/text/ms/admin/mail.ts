/** The mail section of the settings. */
import type { mail as english } from "../../en/admin/mail.ts";
import type { TextsOf } from "../../sections.ts";

export const mail: TextsOf<typeof english> = {
  "settingsView.mail": "E-mel",
  "mail.server": "Pelayan e-mel",
  "mail.lead": "Dengan pelayan e-mel, pemilik boleh memilih kata laluan baharu sendiri dan mengesahkan alamat mereka.",
  "mail.noPublicUrl":
    "Belum ada apa-apa dihantar kerana pelayan tidak tahu alamat awamnya, sedangkan setiap pautan dalam e-mel memerlukannya. Mulakan dengan:",
  "mail.trouble.waiting_one": "Mesej kepada {{to}} pada {{when}} belum dapat dihantar. Ia akan dicuba lagi. Jawapannya:",
  "mail.trouble.waiting_other":
    "{{count}} mesej sedang menunggu. Mesej kepada {{to}} pada {{when}} belum dapat dihantar dan akan dicuba lagi. Jawapannya:",
  "mail.trouble.givenUp": "Mesej kepada {{to}} pada {{when}} tidak dapat dihantar. Jawapan terakhirnya:",
  "mail.host": "Hos",
  "mail.port": "Port",
  "mail.security": "Penyulitan",
  "mail.security.tls": "TLS",
  "mail.security.starttls": "STARTTLS",
  "mail.security.none": "Tiada",
  "mail.security.tls.hint": "Disulitkan dari mula, biasanya pada port 465.",
  "mail.security.starttls.hint": "Disulitkan sebelum log masuk, biasanya pada port 587. Tanpa penyulitan, tiada apa-apa dihantar.",
  "mail.security.none.hint":
    "Hanya untuk pelayan pada mesin yang sama atau dalam rangkaian anda sendiri: sesiapa di tengah-tengah boleh membaca mesej itu.",
  "mail.user": "Nama pengguna",
  "mail.userHint": "Kosongkan jika pelayan tidak memerlukan log masuk.",
  "mail.password": "Kata laluan",
  "mail.sender": "Penghantar",
  "mail.senderLead": "Yang dilihat oleh penerima.",
  "mail.from": "Alamat penghantar",
  "mail.nameHint": "Nama penghantar. Nama ini juga dicetak pada resit. Jika kosong, e-mel menggunakan nama perkhidmatan (lihat Rupa).",
  "mail.contact": "Cara menghubungi anda",
  "mail.contactHint":
    "Alamat e-mel atau nombor telefon. Ditunjukkan dalam setiap e-mel, dan di halaman log masuk untuk orang yang tidak dapat log masuk.",
  "mail.test.to": "Hantar mesej ujian kepada",
  "mail.test": "Hantar ujian",
  "mail.test.busy": "Sedang menghantar...",
  "mail.test.notSent": "Mesej ujian tidak dihantar.",
  "mail.verify": "Alamat e-mel pemilik",
  "mail.verifyLead": "Alamat baharu disahkan melalui pautan. Ini berkuat kuasa sebaik sahaja e-mel berfungsi.",
  "mail.verify.who": "Pengesahan",
  "mail.verify.off": "Tiada",
  "mail.verify.ask": "Tidak wajib",
  "mail.verify.require": "Wajib",
  "mail.verify.off.hint": "Alamat diterima seperti yang ditaip.",
  "mail.verify.ask.hint": "Notis di atas halaman meminta pengesahan. Semuanya tetap berfungsi walaupun belum disahkan.",
  "mail.verify.require.hint": "Selagi alamat belum disahkan, ejen menjawab daripada pengetahuannya sendiri sahaja, tanpa model.",
};
