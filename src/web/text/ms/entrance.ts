/** Sign-up and login. */
import type { entrance as english } from "../en/entrance.ts";
import type { TextsOf } from "../sections.ts";

export const entrance: TextsOf<typeof english> = {
  "signup.title": "Mari Bermula",
  "signup.lead": "Ejen pertama anda boleh menjawab dalam beberapa minit.",
  "signup.usernameHint": "Nama perniagaan pun boleh, contohnya Rotan Meru.",
  "signup.usernameWillBe": "Anda akan log masuk sebagai {{username}}.",
  "signup.emailHint": "Untuk log masuk dan resit anda.",
  "signup.needUsername": "Masukkan nama pengguna",
  "signup.needLetters": "Gunakan sekurang-kurangnya satu huruf a hingga z, atau angka",
  "signup.wrongEmail": "Sila masukkan alamat e-mel yang sah",
  "entrance.needEmail": "Masukkan alamat e-mel",
  "entrance.repeatPassword": "Masukkan kata laluan sekali lagi",
  "entrance.needPassword": "Masukkan kata laluan",
  "signup.submit": "Daftar",
  "signup.busy": "Sedang mendaftar...",
  "signup.closedTitle": "Pendaftaran ditutup",
  "signup.closed":
    "Laman ini tidak menerima akaun baharu buat masa ini. Jika anda memerlukan akaun, sila hubungi pengendali laman ini. Jika anda sudah mempunyai akaun, log masuk seperti biasa.",
  "signup.demo": "Cuba Demo",
  "signup.failed": "Pendaftaran gagal. Sila cuba lagi.",
  "login.title": "Selamat Kembali",
  "login.lead": "Log masuk untuk mengurus ejen anda.",
  "login.signUp": "Daftar",
  "login.submit": "Log Masuk",
  "login.busy": "Sedang log masuk...",
  "login.orUsername": "Nama pengguna anda juga boleh digunakan.",
  "login.forgotten": "Terlupa kata laluan?",
  "login.failed": "Log masuk gagal. Sila cuba lagi.",
  "login.sessionEnded": "Sesi anda telah tamat. Log masuk semula untuk kembali ke tempat anda tadi.",
};
