/** Users tab. */
import type { users as english } from "../../en/admin/users.ts";
import type { TextsOf } from "../../sections.ts";

export const users: TextsOf<typeof english> = {
  "users.search": "Nama atau e-mel",
  "users.planFilter": "Pelan",
  "users.anyPlan": "Semua pelan",
  "users.statusFilter": "Status",
  "users.anyStatus": "Semua status",
  "users.active": "Aktif",
  "users.suspended": "Digantung",
  "users.add": "Tambah Pengguna Baharu",
  "users.noneFound": "Tiada pengguna ditemui.",
  "users.username": "Nama pengguna",
  "users.email": "E-mel",
  "users.noEmail": "Tiada",
  "users.plan": "Pelan",
  "users.until": "hingga {{date}}",
  "users.agents": "Ejen",
  "users.messages": "Mesej",
  "users.readMessages": "Perbualan {{username}}, {{messagesThisMonth}} mesej bulan ini",
  "users.since": "Sejak",
  "users.suspend": "Gantung",
  "users.unsuspend": "Batalkan penggantungan",
  "users.createTitle": "Cipta Pengguna Baharu",
  "users.editTitle": "Sunting Pengguna",
  "users.emailAddress": "Alamat E-mel",
  "users.setPassword": "Tetapkan kata laluan baharu",
  "users.ownEmail": "Alamat anda sendiri ditukar di halaman akaun anda.",
  "users.passwordHint": "Sekurang-kurangnya 6 aksara. Pengguna ini akan dilog keluar daripada semua peranti.",
  "users.months": "Tempoh Sah (Bulan)",
  "users.monthsHint": "Pelan bermula serta-merta. Baki nilai pelan lama ditukar menjadi hari tambahan.",
  "users.create": "Cipta",
  "users.update": "Kemas kini",
  "users.deleteTitle": "Padam Pengguna",
  "users.deleteText_zero": "Padam {{username}}? Akaun ini tiada ejen. Rekod pembayaran dikekalkan tanpa nama.",
  "users.deleteText_one":
    "Padam {{username}} bersama {{count}} ejen, perbualan dan pengetahuannya? Rekod pembayaran dikekalkan tanpa nama.",
  "users.deleteText_other":
    "Padam {{username}} bersama {{count}} ejen, perbualan dan pengetahuannya? Rekod pembayaran dikekalkan tanpa nama.",
  "users.deleted": "{{username}} telah dipadam",
  "users.restored": "{{username}} telah dikembalikan",
  "users.restoreFailed": "{{username}} tidak dapat dikembalikan.",
  "users.rows_one": "{{number}} pengguna",
  "users.rows_other": "{{number}} pengguna",
  "users.view": "Lihat",
  "users.makeLink": "Buat pautan kata laluan baharu",
  "resetLink.title": "Pautan kata laluan baharu",
  "resetLink.text":
    "Dengan pautan ini, {{username}} memilih kata laluan baharu. Ia boleh digunakan sekali sahaja dalam masa sehari, dan menamatkan semua pautan sebelumnya. Kata laluan sekarang kekal sehingga itu.",
  "resetLink.make": "Buat pautan",
  "resetLink.once":
    "Pautan untuk {{username}} ini dipaparkan sekarang sahaja. Ia boleh digunakan sekali, sehingga {{when}}. Sesiapa yang memilikinya boleh menggunakan akaun itu, jadi jangan beri kepada orang lain.",
  "resetLink.link": "Pautan kata laluan baharu",
  "resetLink.whatsapp": "Hantar melalui WhatsApp",
  "resetLink.message":
    "Salam {{username}}, dengan pautan ini anda boleh memilih kata laluan baharu. Ia boleh digunakan sekali sahaja: {{link}}",
};
