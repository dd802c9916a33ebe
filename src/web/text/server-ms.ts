/** The server's texts in Malay, by their English wording. Found by text/server-text.ts. */
import type { ServerTexts } from "./server-text.ts";

export const serverMs: ServerTexts = {
  "Not found.": "Tidak ditemui.",
  "Please sign in.": "Sila log masuk.",
  "You may not do this.": "Anda tidak dibenarkan melakukan ini.",
  "Please check the form.": "Sila semak borang ini.",
  "Too many requests. Please wait a moment.": "Terlalu banyak permintaan. Sila tunggu sebentar.",
  "The service is busy. Please try again in a moment.": "Perkhidmatan sedang sibuk. Sila cuba sebentar lagi.",
  "That is too large.": "Saiznya terlalu besar.",
  "The request could not be read.": "Permintaan tidak dapat dibaca.",
  "The request is not valid JSON.": "Permintaan bukan JSON yang sah.",
  "The request is not valid UTF-#.": "Permintaan bukan UTF-# yang sah.",
  "The request must be a JSON object.": "Permintaan mesti sebuah objek JSON.",
  "The server has no space left. Nothing was saved.": "Pelayan kehabisan ruang. Tiada apa-apa disimpan.",
  "Something went wrong on our side. Please try again.": "Ada masalah di pihak kami. Sila cuba lagi.",
  "The host name is too short to be served.": "Nama hos terlalu pendek untuk dilayan.",

  "Wrong email or password.": "E-mel atau kata laluan salah.",
  "This account is suspended. Please contact the operator.": "Akaun ini digantung. Sila hubungi pengendali.",
  "Username is already taken": "Nama pengguna sudah diambil",
  "Email is already registered": "E-mel sudah didaftarkan",
  "Username is required": "Nama pengguna diperlukan",
  "Username may have letters, digits and . _ - only": "Nama pengguna hanya boleh mengandungi huruf, digit dan . _ -",
  "Email is required": "E-mel diperlukan",
  "Email is too long": "E-mel terlalu panjang",
  "Please enter a valid email address": "Sila masukkan alamat e-mel yang sah",
  "Password is required": "Kata laluan diperlukan",
  "Password is too long": "Kata laluan terlalu panjang",
  "Password is too long (at most # characters)": "Kata laluan terlalu panjang (paling banyak # aksara)",
  "Password must be at least # characters long": "Kata laluan mesti sekurang-kurangnya # aksara",
  "The current password is not right.": "Kata laluan semasa tidak betul.",

  "Agent limit (#) reached": "Had ejen (#) telah dicapai",
  "Knowledge update limit (#) reached": "Had kemas kini pengetahuan (#) telah dicapai",
  "Knowledge text is too long: #/# words": "Teks pengetahuan terlalu panjang: #/# perkataan",
  "Knowledge text is required": "Teks pengetahuan diperlukan",
  "Chat name is required": "Nama ejen diperlukan",
  "chat name is too long (at most # characters)": "Nama ejen terlalu panjang (paling banyak # aksara)",
  "text is too long (at most # characters)": "Teks terlalu panjang (paling banyak # aksara)",
  "not a domain name: *": "Bukan nama domain: *",
  "This agent was changed in another window. Reload to see the latest version.":
    "Ejen ini telah diubah di tetingkap lain. Muat semula untuk melihat versi terkini.",
  "Chat is not available on this domain.": "Sembang tidak tersedia di domain ini.",

  "There is no such plan.": "Pelan itu tidak wujud.",
  "Choose a model": "Pilih satu model",
  "This model is not known. Use a listed name, or provider/model-id.":
    "Model ini tidak dikenali. Gunakan nama dalam senarai, atau penyedia/id-model.",
};
