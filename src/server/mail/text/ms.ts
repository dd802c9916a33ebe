/** The mails in Malay. */
import type { LetterTexts } from "../letter-texts.ts";

const NOT_YOU = "Jika bukan anda yang melakukannya, tukar kata laluan anda dengan segera dan hubungi kami.";

export const ms: LetterTexts = {
  greeting: "Salam {{name}},",
  yourBusiness: "perniagaan anda",
  linkHint: "Jika butang itu tidak berfungsi, buka alamat ini:",
  footer: "{{operator}} menghantar mesej ini berkaitan akaun anda di {{host}}.",
  footerContact: "Ada soalan? {{contact}}",
  legal: { terms: "Terma", privacy: "Privasi", imprint: "Maklumat syarikat" },
  letters: {
    test: {
      subject: "Mesej ujian",
      paragraphs: ["Inilah mesej ujian yang anda minta. E-mel daripada pemasangan ini sampai kepada anda."],
    },
    reset: {
      subject: "Pilih kata laluan baharu",
      paragraphs: ["Ada permintaan kata laluan baharu untuk akaun anda, {{username}}. Dengan pautan ini anda boleh memilihnya:"],
      button: "Pilih kata laluan baharu",
      after: [
        "Pautan ini boleh digunakan sekali sahaja, dalam masa 30 minit.",
        "Jika bukan anda yang meminta, abaikan sahaja: kata laluan anda tidak berubah, dan pautan itu hanya ada dalam mesej ini.",
      ],
    },
    resetAdministrator: {
      subject: "Kata laluan pentadbir anda",
      paragraphs: [
        "Ada permintaan kata laluan baharu untuk pentadbir pemasangan ini. Demi keselamatan, kata laluan itu tidak boleh diubah melalui e-mel.",
        "Arahan ini menetapkan kata laluan baharu pada mesin yang menjalankan pemasangan:",
        "{{program}} admin reset-password",
        "Jika bukan anda yang meminta, abaikan sahaja: kata laluan anda tidak berubah.",
      ],
    },
    passwordChanged: {
      subject: "Kata laluan anda telah ditukar",
      paragraphs: [
        "Kata laluan akaun anda, {{username}}, telah ditukar pada {{time}}. Semua peranti lain telah dilog keluar, dan jemputan anda yang belum digunakan telah dibatalkan.",
        "Jika bukan anda yang menukarnya, pilih kata laluan baharu dengan segera melalui “Terlupa kata laluan?” di halaman log masuk, dan hubungi kami.",
      ],
    },
    verify: {
      subject: "Sahkan alamat e-mel anda",
      paragraphs: ["Sila sahkan bahawa ini alamat e-mel untuk akaun anda, {{username}}:"],
      button: "Sahkan alamat",
      after: ["Pautan ini sah selama 7 hari.", "Jika anda tiada akaun di sini, abaikan sahaja: mungkin ada yang tersalah taip alamat."],
    },
    changeEmail: {
      subject: "Sahkan alamat e-mel baharu anda",
      paragraphs: [
        "Anda mahu menggunakan alamat ini untuk akaun anda, {{username}}. Alamat ini digunakan sebaik sahaja anda mengesahkannya:",
      ],
      button: "Sahkan alamat",
      after: ["Pautan ini sah selama 24 jam.", "Jika anda tidak memintanya, abaikan sahaja."],
    },
    memberInvitation: {
      subject: "{{username}} menjemput anda",
      paragraphs: ["{{username}} menjemput anda untuk bekerja bersama-sama pada ejen sembang perniagaannya:"],
      button: "Lihat jemputan",
      after: [
        "Pautan ini boleh digunakan sekali, selama {{days}} hari, dan hanya untuk alamat ini.",
        "Jika anda tidak mengenali pengirimnya, abaikan sahaja.",
      ],
    },
    staffInvitation: {
      subject: "Jemputan menjadi kakitangan {{product}}",
      paragraphs: ["Pentadbir {{product}} menjemput anda menjadi kakitangannya, untuk membantu mengurus pemasangan di {{host}}:"],
      button: "Lihat jemputan",
      after: [
        "Pautan ini boleh digunakan sekali, selama {{days}} hari, dan hanya untuk alamat ini.",
        "Jika anda tidak menjangkakan jemputan ini, abaikan sahaja.",
      ],
    },
    handover: {
      subject: "{{username}} menyerahkan sebuah perniagaan kepada anda",
      paragraphs: ["{{username}} telah menyediakan ejen sembang untuk anda dan menyerahkannya. Anda menjadi pemilik perniagaan ini:"],
      button: "Lihat apa yang anda terima",
      after: [
        "Pautan ini boleh digunakan sekali, selama {{days}} hari, dan hanya untuk alamat ini.",
        "Jika anda tidak mengenali pengirim, tidak perlu buat apa-apa.",
      ],
    },
    handedOver: {
      subject: "{{newOwner}} telah mengambil alih perniagaan daripada anda",
      paragraphs: [
        "{{newOwner}} telah menerima tawaran anda dan kini menjadi pemilik {{business}}. Butiran anda untuk resitnya telah dibuang; resit yang telah dikeluarkan kekal.",
        "Jika bukan anda yang menawarkannya, tukar kata laluan anda dan hubungi kami dengan segera.",
      ],
    },
    handedOverByPartner: {
      subject: "{{newOwner}} telah mengambil alih perniagaan daripada anda",
      paragraphs: [
        "{{newOwner}} telah menerima tawaran anda dan kini menjadi pemilik {{business}}. Butiran untuk resitnya kekal kerana butiran itu milik pemilik yang lain.",
        "Jika bukan anda yang menawarkannya, tukar kata laluan anda dan hubungi kami dengan segera.",
      ],
    },
    emailChanged: {
      subject: "Alamat e-mel anda telah ditukar",
      paragraphs: [
        "Akaun anda, {{username}}, kini menggunakan alamat {{email}}. Alamat ini tidak digunakan lagi.",
        "Jika bukan anda yang menukarnya, hubungi kami dengan segera.",
      ],
    },
    appAdded: {
      subject: "Aplikasi pengesah telah ditambah",
      paragraphs: [
        "Mulai {{time}}, akaun anda, {{username}}, meminta kod daripada aplikasi pengesah semasa log masuk. Semua peranti lain telah dilog keluar.",
        NOT_YOU,
      ],
    },
    appRemoved: {
      subject: "Aplikasi pengesah anda telah dibuang",
      paragraphs: [
        "Aplikasi pengesah bagi akaun anda, {{username}}, telah dibuang pada {{time}}. Semua peranti lain telah dilog keluar.",
        NOT_YOU,
      ],
    },
    passkeyAdded: {
      subject: "Kunci laluan telah ditambah",
      paragraphs: [
        "Kunci laluan “{{passkey}}” telah ditambah pada akaun anda, {{username}}, pada {{time}}. Semua peranti lain telah dilog keluar.",
        NOT_YOU,
      ],
    },
    passkeyRemoved: {
      subject: "Kunci laluan telah dibuang",
      paragraphs: [
        "Kunci laluan “{{passkey}}” telah dibuang daripada akaun anda, {{username}}, pada {{time}}. Semua peranti lain telah dilog keluar.",
        NOT_YOU,
      ],
    },
    recoveryCodesMade: {
      subject: "Anda ada kod pemulihan baharu",
      paragraphs: [
        "Kod pemulihan baharu telah dibuat untuk akaun anda, {{username}}, pada {{time}}. Kod yang lama tidak boleh digunakan lagi, dan semua peranti lain telah dilog keluar.",
        NOT_YOU,
      ],
    },
    recoveryCodeUsed: {
      subject: "Kod pemulihan telah digunakan",
      paragraphs: [
        "Seseorang telah log masuk ke akaun anda, {{username}}, dengan kod pemulihan pada {{time}}. Baki kod pemulihan: {{left}}.",
        NOT_YOU,
      ],
    },
    factorsLifted: {
      subject: "Pengesahan dua langkah telah dimatikan",
      paragraphs: [
        "Pada {{time}}, pengendali telah mematikan pengesahan dua langkah bagi akaun anda, {{username}}, dan membuang aplikasi pengesah, kunci laluan dan kod pemulihan. Semua peranti telah dilog keluar, dan anda kini boleh log masuk dengan kata laluan sahaja.",
        "Jika anda tidak memintanya, hubungi kami dengan segera. Jika anda memintanya, log masuk dan sediakannya semula.",
      ],
    },
    certificateEnding: {
      subject: "Sijil {{domain}} tidak dapat diperbaharui",
      paragraphs: [
        "Sijil {{domain}} sah sehingga {{until}} dan tidak dapat diperbaharui. Selepas itu, pelayar tidak akan membuka alamat tersebut.",
        "Sebab terkini: {{reason}}",
        "Butiran: {{detail}}",
        "Pelayan terus mencuba secara automatik. Sebaik sahaja masalah ini selesai, anda tidak perlu berbuat apa-apa lagi.",
      ],
    },
    backupFailed: {
      subject: "Sandaran tidak dapat dibuat",
      paragraphs: [
        "Satu sandaran gagal. Sandaran terakhir yang baik: {{last}}.",
        "Sebab: {{reason}}",
        "Butiran: {{detail}}",
        "Pelayan akan mencuba lagi secara automatik. Sebaik sahaja masalah ini selesai, tekan “Sandarkan sekarang” di Tetapan, Sandaran, untuk membuatnya dengan segera.",
      ],
    },
    backupLate: {
      subject: "Tiada sandaran yang baik dalam 36 jam terakhir",
      paragraphs: [
        "Sandaran terakhir yang baik: {{last}}. Sandaran dibuat setiap malam, jadi ada sesuatu yang menghalangnya.",
        "Tekan “Sandarkan sekarang” di Tetapan, Sandaran, untuk membuatnya dengan segera dan mengetahui masalahnya.",
      ],
    },
    backupGood: {
      subject: "Sandaran sudah pulih",
      paragraphs: ["Sandaran pada {{last}} adalah baik: ia telah dipulihkan sebagai percubaan, dan semua kandungannya telah dibandingkan."],
    },
    planEnding: {
      subject: "Pelan anda tamat pada {{date}}",
      paragraphs: [
        "Pelan {{plan}} anda tamat pada {{date}}. Pelan ini tidak diperbaharui secara automatik.",
        "Jika anda memperbaharuinya sekarang, bulan baharu bermula selepas tarikh itu dan anda tidak rugi apa-apa:",
      ],
      button: "Perbaharui pelan",
      after: ["Jika tidak diperbaharui, akaun anda beralih ke Pelan Percuma pada hari itu. Tiada apa-apa yang dipadam."],
    },
  },
};
