import type { DOCTOR_MESSAGES } from "../../../contract/messages/doctor-table.ts";

/** What the checks of an installation find. */
export const DOCTOR_MESSAGES_MS: Readonly<Record<keyof typeof DOCTOR_MESSAGES, string>> = {
  "doctor.late": "Pemeriksaan ini tidak selesai dalam {{seconds}} saat.",
  "doctor.broken": "Pemeriksaan ini tidak dapat dibuat ({{code}}).",
  "doctor.offline": "Pelayan luar tidak ditanya (--offline).",
  "doctor.noDatabase": "Pangkalan data tidak dapat dibaca, jadi hal ini tidak diketahui.",
  "doctor.noSettings": "Tetapan atau rahsianya tidak dapat dibaca, jadi hal ini tidak diketahui.",

  "doctor.folder.ok": "{{path}} boleh ditulis dan semua failnya dimiliki seorang pengguna.",
  "doctor.folder.missing": "Folder data {{path}} tidak wujud.",
  "doctor.folder.noFolder": "{{path}} ialah fail, tetapi folder diperlukan.",
  "doctor.folder.refused": "Pengguna {{user}} tidak boleh menulis ke {{path}}, yang dimiliki pengguna {{owner}}.",
  "doctor.folder.owner":
    "{{path}} dimiliki pengguna {{owner}}, tetapi folder data dimiliki pengguna {{wanted}}, jadi pelayan mungkin tidak dapat menggunakannya.",

  "doctor.secret.ok": "Kunci rahsia ada, hanya pemiliknya boleh membacanya, dan semua rahsia yang disimpan dapat dibuka.",
  "doctor.secret.variable": "Kunci rahsia ada dalam SAPA_SECRET_KEY, dan semua rahsia yang disimpan dapat dibuka.",
  "doctor.secret.missing": "Kunci rahsia {{path}} tiada: kunci API yang disimpan tidak dapat dibaca tanpanya.",
  "doctor.secret.none": "Kunci rahsia belum ada; ia dibuat pada permulaan pertama.",
  "doctor.secret.invalid": "Kunci rahsia tidak sah; letakkan semula yang betul daripada salinan.",
  "doctor.secret.mode": "Pengguna lain pada mesin ini boleh membaca kunci rahsia {{path}} (mod {{mode}}).",
  "doctor.secret.closed":
    "Kunci rahsia tidak dapat membuka rahsia ini: {{names}}; masukkan semula rahsia itu, atau letakkan semula kunci yang betul.",
  "doctor.secret.needed": "Dengan PostgreSQL, SAPA_SECRET_KEY mesti ditetapkan.",

  "doctor.disk.ok": "{{free}} daripada {{total}} GB masih kosong.",
  "doctor.disk.low": "Hanya {{free}} daripada {{total}} GB masih kosong.",
  "doctor.disk.full": "Cakera hampir penuh: {{free}} daripada {{total}} GB masih kosong, dan mesej akan ditolak tidak lama lagi.",

  "doctor.database.ok": "Pangkalan data bersaiz {{size}} MB, dan tiada kerosakan ditemui.",
  "doctor.database.postgres": "PostgreSQL {{version}} menjawab, dan pangkalan data bersaiz {{size}} MB.",
  "doctor.database.none": "Pangkalan data belum ada dalam {{path}}.",
  "doctor.database.lost": "Pangkalan data {{path}} tiada atau kosong, walaupun pernah ada pemasangan di sini.",
  "doctor.database.damaged": "Pangkalan data rosak: {{detail}}.",
  "doctor.database.orphans": "Ada baris pangkalan data yang merujuk kepada baris yang tidak wujud ({{detail}}).",
  "doctor.database.large":
    "Pangkalan data bersaiz {{size}} MB dan tidak habis dibaca dalam masa yang diberi; baris perintah memberikan masa lebih lama.",
  "doctor.database.unreachable": "PostgreSQL tidak dapat dihubungi atau menolak log masuk di {{address}}.",
  "doctor.database.old": "PostgreSQL {{version}} terlalu lama; {{wanted}} atau lebih baharu diperlukan.",
  "doctor.database.clock": "Jam PostgreSQL dan jam mesin ini berbeza {{seconds}} saat.",
  "doctor.database.fsync": "PostgreSQL berjalan dengan fsync dimatikan: gangguan elektrik boleh merosakkan pangkalan data.",
  "doctor.database.standby": "PostgreSQL ini ialah pelayan sandaran, yang tidak menerima tulisan.",
  "doctor.database.unverified": "PostgreSQL belum mengesahkan {{count}} kunci asing untuk semua baris.",

  "doctor.schema.ok": "Pangkalan data sepadan dengan versi ini.",
  "doctor.schema.pending": "Pangkalan data lebih lama daripada program ini ({{count}} migrasi); ia dikemas kini pada permulaan seterusnya.",
  "doctor.schema.newer": "Pangkalan data ditulis oleh versi yang lebih baharu; naik taraf program ini.",
  "doctor.schema.foreign": "Pangkalan data dibuat oleh program lain, atau oleh versi yang telah diubah.",

  "doctor.backups.ok": "Sandaran terbaharu berusia {{hours}} jam, dan tiada kerosakan ditemui padanya.",
  "doctor.backups.none": "Tiada sandaran dalam {{path}}.",
  "doctor.backups.old": "Sandaran terbaharu berusia {{days}} hari.",
  "doctor.backups.damaged": "Sandaran terbaharu {{path}} rosak: {{detail}}.",
  "doctor.backups.kept":
    "Sandaran terbaharu berusia {{hours}} jam, telah dipulihkan sebagai percubaan, dan kuncinya disimpan di tempat lain.",
  "doctor.backups.failed": "Sandaran terakhir gagal: {{reason}} {{detail}}",
  "doctor.backups.cut": "Sandaran terbaharu {{path}} lebih pendek daripada semasa dibuat.",
  "doctor.backups.noKey":
    "Sandaran baik, tetapi salinan kuncinya belum disahkan: tanpa kunci itu, sandaran tidak dapat dibuka pada mesin lain.",
  "doctor.backups.postgres": "Sandaran PostgreSQL dibuat oleh alatnya sendiri, yang tidak kelihatan dari sini.",

  "doctor.server.ok": "Pelayan dapat menerima dan menyimpan mesej.",
  "doctor.server.failing": "Pelayan berjalan, tetapi tidak dapat menerima mesej: {{reasons}}.",
  "doctor.server.stopped": "Tiada pelayan berjalan di {{url}}; port itu kosong.",
  "doctor.server.taken": "Program lain menjawab di {{url}}.",
  "doctor.server.silent": "Ada yang menerima sambungan di {{url}}, tetapi tidak menjawab.",
  "doctor.server.elsewhere":
    "Sebuah pelayan menggunakan folder data ini (proses {{pid}}), tetapi tiada yang menjawab di {{url}}; namakan hos dan portnya.",
  "doctor.server.refused": "Pengguna ini tidak dibenarkan mendengar di {{url}}.",
  "doctor.server.noAddress": "{{host}} bukan alamat mesin ini.",

  "doctor.address.ok": "{{url}} menuju ke produk ini.",
  "doctor.address.none": "Alamat awam belum ditetapkan, jadi e-mel tiada pautan dan pemilik tidak dapat membayar.",
  "doctor.address.plain": "{{url}} tidak disulitkan: kata laluan dan sembang boleh dibaca dalam perjalanan.",
  "doctor.address.unreachable": "{{url}} menolak sambungan.",
  "doctor.address.late": "{{url}} tidak menjawab dari mesin ini; cuba dari mesin lain.",
  "doctor.address.other": "{{url}} menuju ke program lain.",
  "doctor.address.failing": "{{url}} menjawab bahawa ia tidak dapat menerima mesej.",
  "doctor.address.notTried": "{{url}} tidak dapat dicuba; lihat baris di bawah.",

  "doctor.dns.ok": "{{name}} menuju ke {{addresses}}.",
  "doctor.dns.none": "Tiada alamat awam yang namanya boleh dicari.",
  "doctor.dns.unknown": "DNS tidak mengetahui alamat untuk {{name}}.",
  "doctor.dns.private": "{{name}} menuju ke {{addresses}}, yang hanya dapat dicapai oleh mesin ini atau rangkaiannya.",

  "doctor.certificate.ok": "Sijil {{name}} sah selama {{days}} hari lagi.",
  "doctor.certificate.none": "Tiada alamat https, jadi tiada sijil.",
  "doctor.certificate.missing": "Pelayan tiada sijil yang sah untuk {{name}}; pesanannya telah gagal {{count}} kali.",
  "doctor.certificate.notRenewed": "Pembaharuan sijil {{name}} telah gagal {{count}} kali; sijil itu sah selama {{days}} hari lagi.",
  "doctor.certificate.expired": "Sijil {{name}} tamat tempoh {{days}} hari lalu.",
  "doctor.certificate.soon": "Sijil {{name}} tamat tempoh dalam {{days}} hari, jadi pembaharuannya nampaknya gagal.",
  "doctor.certificate.otherName": "Sijil di {{name}} ialah untuk nama lain.",
  "doctor.certificate.untrusted": "Pelayar tidak mempercayai sijil {{name}} ({{code}}).",
  "doctor.certificate.unreachable": "{{name}} tidak menunjukkan sijil ({{code}}).",

  "doctor.proxy.ok": "Alamat yang dimajukan oleh proksi dipercayai.",
  "doctor.proxy.none": "Tiada alamat https, jadi proksi tidak dijangka.",
  "doctor.proxy.own": "Pelayan ini sendiri menyediakan https, jadi proksi tidak dijangka.",
  "doctor.proxy.untrusted": "Alamat awam ialah https, tetapi tiada proksi yang dipercayai: semua pelawat dikira sebagai satu alamat.",
  "doctor.proxy.notBelieved":
    "Sebuah proksi dalam rangkaian ini memajukan alamat, tetapi tidak termasuk dalam yang dipercayai: pelawatnya dikira sebagai satu alamat.",

  "doctor.clock.ok": "Jam tepat dalam lingkungan {{seconds}} saat.",
  "doctor.clock.synchronised": "Sistem menyatakan bahawa jamnya disegerakkan.",
  "doctor.clock.off": "Jam tersasar {{seconds}} saat, jadi kod aplikasi pengesah mungkin ditolak.",
  "doctor.clock.unknown": "Tidak diketahui sama ada jam ini tepat.",

  "doctor.files.ok": "Pelayan membuka {{open}} fail dan soket, daripada {{limit}} yang dibenarkan.",
  "doctor.files.few": "Pelayan hanya boleh membuka {{limit}} fail dan soket, cukup untuk kira-kira {{visitors}} pelawat serentak.",
  "doctor.files.used": "Pelayan membuka {{open}} daripada {{limit}} fail dan soket; sembang baharu akan ditolak tidak lama lagi.",
  "doctor.files.unknown": "Pelayan tidak berjalan, atau tidak menyatakan berapa banyak fail yang boleh dibukanya.",

  "doctor.memory.ok": "{{available}} daripada {{total}} MB memori boleh digunakan.",
  "doctor.memory.low": "Hanya {{available}} daripada {{total}} MB memori boleh digunakan.",
  "doctor.memory.unknown": "Sistem tidak menyatakan berapa banyak memori boleh digunakan.",

  "doctor.mail.ok": "Pelayan mel menerima sambungan dan log masuk.",
  "doctor.mail.off": "E-mel belum disediakan: pemilik tidak dapat memilih kata laluan baharu sendiri.",
  "doctor.mail.noSender": "E-mel mempunyai pelayan, tetapi tiada alamat pengirim.",
  "doctor.mail.noUrl": "E-mel mempunyai pelayan, tetapi tanpa alamat awam, mesejnya tidak boleh mempunyai pautan.",
  "doctor.mail.waiting": "Sebuah mesej telah menunggu pelayan mel selama {{hours}} jam.",

  "doctor.models.ok": "{{model}} berfungsi.",
  "doctor.models.builtIn": "Tiada model dipilih: penjawab terbina dalam yang membalas.",
  "doctor.models.noKey": "{{model}} dipilih tetapi tiada kunci API, jadi penjawab terbina dalam yang membalas.",
  "doctor.models.refused": "Penyedia menolak kunci API {{model}}.",
  "doctor.models.no_credit": "Penyedia menyatakan bahawa kredit untuk {{model}} sudah habis.",
  "doctor.models.account_closed": "Penyedia telah menutup akaun kunci untuk {{model}}.",
  "doctor.models.not_served_here": "Penyedia tidak menawarkan {{model}} di negara ini.",
  "doctor.models.retired": "Penyedia telah menamatkan {{model}}; penggantinya yang menjawab.",
  "doctor.models.unknown_model": "Penyedia tidak mengenali {{model}}.",
  "doctor.models.not_pulled": "Ollama tiada {{model}}.",
  "doctor.models.rate_limited": "Penyedia mengehadkan permintaan kepada {{model}} buat masa ini.",
  "doctor.models.unreachable": "Penyedia {{model}} tidak menjawab.",
  "doctor.models.failed": "{{model}} tidak menjawab seperti yang dijangka.",

  "doctor.payments.ok": "Billplz mengenali kunci dan koleksi ini.",
  "doctor.payments.off": "Pembayaran belum disediakan.",
  "doctor.payments.incomplete": "Pembayaran belum lengkap disediakan: kunci, ID koleksi dan kunci tandatangan semuanya diperlukan.",

  "doctor.callback.ok": "Billplz dapat mencapai {{url}} untuk melaporkan pembayaran.",
  "doctor.callback.noUrl": "Billplz tidak dapat melaporkan pembayaran kerana alamat awam belum ditetapkan.",
  "doctor.callback.private":
    "Billplz tidak dapat melaporkan pembayaran kepada {{name}}, yang hanya dapat dicapai oleh mesin ini atau rangkaiannya.",
  "doctor.callback.unknown": "Tidak diketahui sama ada Billplz dapat melaporkan pembayaran.",

  "doctor.versions.ok": "Versi {{version}} sedang berjalan.",
  "doctor.versions.stopped": "Program ini versi {{version}}; tiada pelayan berjalan.",
  "doctor.versions.server": "Pelayan menjalankan versi {{running}}, tetapi program ini versi {{version}}; mulakan semula pelayan.",
  "doctor.versions.nodes": "Pelayan-pelayan menjalankan versi yang berbeza ({{versions}}); naik taraf semuanya.",
  "doctor.versions.variables": "Pemboleh ubah ini tidak dikenali, dan mungkin salah dieja: {{names}}.",
};
