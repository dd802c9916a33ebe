/** The log of an account, which its owner reads. */
import type { accountLog as english } from "../en/account-log.ts";
import type { TextsOf } from "../sections.ts";

export const accountLog: TextsOf<typeof english> = {
  "log.title": "Log akaun",
  "log.lead": "Apa yang dilakukan oleh pengendali laman ini terhadap akaun anda.",
  "log.empty": "Belum ada apa-apa. Apabila pengendali melihat atau mengubah akaun anda, perkara itu akan dipaparkan di sini.",
  "log.failed": "Log tidak dapat dimuatkan.",
  "log.user.view": "{{actor}} melihat akaun anda (baca sahaja).",
  "log.user.create": "{{actor}} mencipta akaun anda.",
  "log.user.update": "{{actor}} mengubah akaun anda: {{changes}}.",
  "log.user.suspend": "{{actor}} menggantung akaun anda.",
  "log.user.unsuspend": "{{actor}} menarik balik penggantungan akaun anda.",
  "log.user.delete": "{{actor}} memadam akaun anda.",
  "log.user.restore": "{{actor}} memulihkan akaun anda.",
  "log.user.guesses": "{{attempts}} kata laluan yang salah dihantar untuk akaun anda.",
  "log.user.reset_link": "{{actor}} membuat pautan untuk kata laluan baharu.",
  "log.user.reset_password": "Kata laluan baharu dipilih dengan pautan.",
  "log.user.change_email": "Alamat e-mel ditukar dan disahkan.",
  "log.user.add_factor": "Faktor kedua telah ditambah.",
  "log.user.remove_factor": "Faktor kedua telah dibuang.",
  "log.user.new_recovery_codes": "Kod pemulihan baharu telah dibuat.",
  "log.user.use_recovery_code": "Seseorang log masuk dengan kod pemulihan.",
  "log.user.lift_factors": "Pengendali membuang semua faktor kedua.",
  "log.user.retention": "Tempoh simpanan perbualan telah diubah.",
  "log.change.username": "nama pengguna",
  "log.change.email": "alamat e-mel",
  "log.change.plan": "pelan",
  "log.change.password": "kata laluan",
  "log.change.other": "butiran",
};
