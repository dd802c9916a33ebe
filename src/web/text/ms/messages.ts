/** The server's texts in Malay, by their English wording. text/server-text.ts finds them. */
import type { ServerTexts } from "../server-text.ts";

export const messages: ServerTexts = {
  "Not found.": "Tidak ditemui.",
  "Please sign in.": "Sila log masuk.",
  "You are not allowed to do this.": "Anda tidak dibenarkan melakukan ini.",
  "Please check the form.": "Sila semak borang ini.",
  "Too many requests. Please wait a moment.": "Terlalu banyak permintaan. Sila tunggu sebentar.",
  "The service is busy. Please try again in a moment.": "Perkhidmatan sedang sibuk. Sila cuba sebentar lagi.",
  "This is too large.": "Ini terlalu besar.",
  "The request could not be read.": "Permintaan tidak dapat dibaca.",
  "The request is not valid JSON.": "Permintaan bukan JSON yang sah.",
  "The request is not valid UTF-#.": "Permintaan bukan UTF-# yang sah.",
  "The request must be a JSON object.": "Permintaan mesti sebuah objek JSON.",
  "The server has no space left. Nothing was saved.": "Pelayan kehabisan ruang. Tiada apa-apa disimpan.",
  "The server cannot use its storage. Nothing was saved.": "Pelayan tidak dapat menggunakan storannya. Tiada apa-apa disimpan.",
  "Something went wrong on our side. Please try again.": "Ada masalah di pihak kami. Sila cuba lagi.",
  "The host name is too short to be served.": "Nama hos terlalu pendek untuk dilayan.",
  "The request's host name is not valid.": "Nama hos dalam permintaan tidak sah.",
  "The request took too long to arrive.": "Permintaan mengambil masa terlalu lama untuk sampai.",

  "Sign-up is closed at the moment. Please contact the operator of this site.":
    "Pendaftaran ditutup buat masa ini. Sila hubungi pengendali laman ini.",
  "No more accounts can be created today. Please try again tomorrow.":
    "Akaun baharu tidak boleh dibuat lagi hari ini. Sila cuba semula esok.",
  "Too many accounts were created from your network. Please try again later.":
    "Terlalu banyak akaun telah dibuat daripada rangkaian anda. Sila cuba lagi nanti.",

  "Enter at most two decimals.": "Masukkan paling banyak dua tempat perpuluhan.",
  "Enter a whole number.": "Masukkan nombor bulat.",
  "Enter at most three decimals.": "Masukkan paling banyak tiga tempat perpuluhan.",
  "This has characters that cannot be stored.": "Teks ini mengandungi aksara yang tidak boleh disimpan.",
  "Choose at most # models.": "Pilih paling banyak # model.",
  "Choose one of the listed moods.": "Pilih satu gaya daripada senarai.",
  "This is not a colour.": "Ini bukan warna.",
  "A collection ID has letters, digits, - and _ only.": "ID koleksi hanya mengandungi huruf, digit, - dan _.",
  "A key has only letters, digits and punctuation, without spaces.":
    "Kunci hanya mengandungi huruf, digit dan tanda baca, tanpa ruang kosong.",
  "This vendor is not known.": "Pembekal ini tidak dikenali.",
  "This is not a bill ID.": "Ini bukan ID bil.",
  "The bill ID is missing.": "ID bil tiada.",
  "Enter a number.": "Masukkan nombor.",
  "Enter a date.": "Masukkan tarikh.",
  "Enter # or more.": "Masukkan # atau lebih.",
  "Enter # or less.": "Masukkan # atau kurang.",
  "Plan name is required": "Nama pelan diperlukan",
  "This bill was paid after the payment was withdrawn. Set the payment to success, or refund it at the billing provider.":
    "Bil ini dibayar selepas pembayaran ditarik balik. Tetapkan pembayaran kepada berjaya, atau pulangkan wang melalui penyedia pembayaran.",
  "This payment was set to success by hand, and its bill has also been paid. If the owner paid twice, refund one payment at the billing provider.":
    "Pembayaran ini ditetapkan berjaya secara manual, dan bilnya juga telah dibayar. Jika pemilik membayar dua kali, pulangkan satu bayaran melalui penyedia pembayaran.",
  "This bill was paid, but the account no longer exists. Refund it at the billing provider.":
    "Bil ini telah dibayar, tetapi akaunnya sudah tiada. Pulangkan wang melalui penyedia pembayaran.",
  "The bill does not match this payment (bill id). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (ID bil). Semak bil itu di laman penyedia pembayaran.",
  "The bill does not match this payment (collection). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (koleksi). Semak bil itu di laman penyedia pembayaran.",
  "The bill does not match this payment (amount). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (jumlah). Semak bil itu di laman penyedia pembayaran.",
  "The bill does not match this payment (reference). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (rujukan). Semak bil itu di laman penyedia pembayaran.",
  "The bill does not match this payment (state). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (status). Semak bil itu di laman penyedia pembayaran.",
  "The bill does not match this payment (paid amount). Check it at the billing provider.":
    "Bil tidak sepadan dengan pembayaran ini (jumlah dibayar). Semak bil itu di laman penyedia pembayaran.",
  "This payment could not be verified, because the billing provider gave no usable answer about its bill. Check the bill there, then set this payment to success or failed.":
    "Pembayaran ini tidak dapat disahkan kerana penyedia pembayaran tidak memberikan maklumat yang boleh digunakan tentang bilnya. Semak bil itu di sana, kemudian tetapkan pembayaran ini kepada berjaya atau gagal.",
  "Your last bill has been paid and is being checked. Please do not pay again.":
    "Bil terakhir anda telah dibayar dan sedang disemak. Sila jangan bayar sekali lagi.",
  "User is required": "Pengguna diperlukan",
  "This user does not exist.": "Pengguna itu tidak wujud.",
  "Enter an amount.": "Masukkan jumlah.",
  "Choose a plan.": "Pilih pelan.",
  "Enter a smaller amount.": "Masukkan jumlah yang lebih kecil.",
  "The date is in the future.": "Tarikh itu pada masa hadapan.",
  "Choose how it was paid.": "Pilih cara pembayaran.",
  "A payment was already recorded with this form. Close it and check the list.":
    "Satu pembayaran sudah direkodkan dengan borang ini. Tutup borang dan semak senarai.",
  "This payment was recorded by hand, so there is no bill to check.":
    "Pembayaran ini direkodkan secara manual, jadi tiada bil untuk disemak.",
  "The price has changed. Please look at the plans again.": "Harga telah berubah. Sila lihat pelan sekali lagi.",
  "This payment was changed in the meantime. Reload the list, then edit it.":
    "Pembayaran ini telah diubah sementara itu. Muat semula senarai, kemudian sunting.",
  "This plan was changed in another window. Load the latest version, then edit it.":
    "Pelan ini telah diubah dalam tetingkap lain. Muatkan versi terkini, kemudian sunting.",
  "There are too many plans. Delete one first.": "Terlalu banyak pelan. Padam satu dahulu.",
  "The Free Plan cannot be deleted.": "Pelan Percuma tidak boleh dipadam.",
  "The Free Plan is always offered.": "Pelan Percuma sentiasa ditawarkan.",
  "Choose yes or no.": "Pilih ya atau tidak.",
  "The Free Plan has no price.": "Pelan Percuma tiada harga.",
  "This plan cannot be deleted: # user has it.": "Pelan ini tidak boleh dipadam: # pengguna menggunakannya.",
  "This plan cannot be deleted: # users have it.": "Pelan ini tidak boleh dipadam: # pengguna menggunakannya.",
  "The administrator's account cannot be changed here.": "Akaun pentadbir tidak boleh diubah di sini.",
  "Change your own password in the account menu.": "Tukar kata laluan anda sendiri dalam menu akaun.",

  "This search was stopped because a newer one was started from your account.":
    "Carian ini dihentikan kerana carian yang lebih baharu dimulakan daripada akaun anda.",

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
  "Password must be at least # characters long": "Kata laluan mesti sekurang-kurangnya # aksara",
  "This password is too common. Choose another one.": "Kata laluan ini terlalu biasa digunakan. Pilih kata laluan lain.",
  "Your password cannot be your email address or your username.":
    "Kata laluan tidak boleh sama dengan alamat e-mel atau nama pengguna anda.",
  "The current password is wrong.": "Kata laluan semasa salah.",

  "Agent limit (#) reached": "Had ejen (#) telah dicapai",
  "Knowledge update limit (#) reached": "Had kemas kini pengetahuan (#) telah dicapai",
  "Knowledge text is too long: #/# words": "Teks pengetahuan terlalu panjang: #/# perkataan",
  "Knowledge text is required": "Teks pengetahuan diperlukan",
  "knowledge must be a list of texts": "Pengetahuan mesti berupa senarai teks",
  "This must be text.": "Ini mesti berupa teks.",
  "This must be a list of texts.": "Ini mesti berupa senarai teks.",
  "Enter at most # texts.": "Masukkan paling banyak # teks.",
  "Enter at most # characters.": "Masukkan paling banyak # aksara.",
  "This knowledge entry was changed in another window.": "Entri pengetahuan ini telah diubah di tetingkap lain.",
  "An agent holds at most # knowledge entries.": "Satu ejen boleh menyimpan paling banyak # entri pengetahuan.",
  "An agent holds at most # words of knowledge in all. Shorten or delete other entries first.":
    "Satu ejen boleh menyimpan paling banyak # perkataan pengetahuan secara keseluruhan. Pendekkan atau padam entri lain dahulu.",
  "Send an entry, or a list of entries": "Hantar satu entri, atau senarai entri",
  "One request adds at most # entries": "Satu panggilan boleh menambah paling banyak # entri",
  "This is too much for one request. Split the text into several entries, or send fewer entries.":
    "Ini melebihi apa yang boleh diterima dalam satu panggilan. Bahagikan teks kepada beberapa entri, atau hantar lebih sedikit entri sekali gus.",
  "A list that is saved with its agent holds at most # entries. Save the entries one by one instead: POST /api/chats/ID/knowledge":
    "Senarai yang disimpan bersama ejennya boleh memuatkan paling banyak # entri. Simpan entri satu demi satu: POST /api/chats/ID/knowledge",
  "The agent's knowledge is too large to be saved in one list. Save the entries one by one instead: POST /api/chats/ID/knowledge":
    "Pengetahuan ejen ini terlalu besar untuk disimpan dalam satu senarai. Simpan entri satu demi satu: POST /api/chats/ID/knowledge",
  "Chat name is required": "Nama sembang diperlukan",
  "This is not a domain name: *": "Ini bukan nama domain: *",
  "This agent was changed in another window.": "Ejen ini telah diubah di tetingkap lain.",
  "Idempotency-Key must be # to # letters and digits": "Idempotency-Key mesti # hingga # huruf dan digit",
  "Chat is not available on this domain.": "Sembang tidak tersedia di domain ini.",

  "This plan does not exist.": "Pelan ini tidak wujud.",
  "Agent limit (#) reached. Pause another agent first.": "Had ejen (#) telah dicapai. Jeda ejen lain dahulu.",
  "Payment settings are not configured by admin or user not logged in.":
    "Tetapan pembayaran belum dikonfigurasi oleh pentadbir atau pengguna belum log masuk.",
  "A payment is already being prepared. Please wait a moment.": "Pembayaran sedang disediakan. Sila tunggu sebentar.",
  "Your last payment has just been confirmed. There is nothing more to pay.":
    "Pembayaran terakhir anda baru sahaja disahkan. Tiada apa-apa lagi yang perlu dibayar.",
  "Your last bill is still open and could not be closed. Please try again in a moment.":
    "Bil terakhir anda masih terbuka dan tidak dapat ditutup. Sila cuba lagi sebentar nanti.",
  "A field was sent twice.": "Satu medan dihantar dua kali.",
  "The billing provider is limiting our requests. Please try again in a few minutes.":
    "Penyedia pembayaran mengehadkan permintaan kami. Sila cuba lagi dalam beberapa minit.",
  "The billing provider did not answer.": "Penyedia pembayaran tidak menjawab.",
  "The billing provider's answer could not be read.": "Jawapan penyedia pembayaran tidak dapat dibaca.",
  "Payment deleted.": "Pembayaran dipadam.",
  "Enter the API key and the collection ID first.": "Masukkan kunci API dan ID koleksi dahulu.",
  "Billplz's sandbox knows this key and this collection.": "Sistem ujian Billplz mengenali kunci dan koleksi ini.",
  "Billplz's live system knows this key and this collection.": "Sistem sebenar Billplz mengenali kunci dan koleksi ini.",
  "Billplz's sandbox does not know this API key.": "Sistem ujian Billplz tidak mengenali kunci API ini.",
  "Billplz's live system does not know this API key.": "Sistem sebenar Billplz tidak mengenali kunci API ini.",
  "Billplz's sandbox has no collection with this ID for this key.": "Sistem ujian Billplz tiada koleksi dengan ID ini untuk kunci ini.",
  "Billplz's live system has no collection with this ID for this key.":
    "Sistem sebenar Billplz tiada koleksi dengan ID ini untuk kunci ini.",
  "Billplz is limiting our requests. Try again in a few minutes.": "Billplz mengehadkan permintaan kami. Cuba lagi dalam beberapa minit.",
  "Billplz refused the request. Check the key and the collection ID.": "Billplz menolak permintaan ini. Semak kunci dan ID koleksi.",
  "The key and the collection are correct, but no one can pay yet: *":
    "Kunci dan koleksi betul, tetapi pembayaran belum boleh dibuat: mulakan pelayan dengan --public-url.",
  "Billplz did not answer. Try again in a moment.": "Billplz tidak menjawab. Cuba lagi sebentar nanti.",
  "Choose a model.": "Pilih satu model.",
  "This model is not known. Use a listed name, or provider/model-id.":
    "Model ini tidak dikenali. Gunakan nama dalam senarai, atau penyedia/id-model.",
  "* is not known. Use a listed name, or provider/model-id.": "* tidak dikenali. Gunakan nama dalam senarai, atau penyedia/id-model.",
  "Enter the whole key, or leave it unchanged.": "Masukkan kunci penuh, atau biarkan tanpa perubahan.",
  "This is not a model name.": "Ini bukan nama model.",
  "Enter # second or more.": "Masukkan # saat atau lebih.",
  "Enter # minutes or less.": "Masukkan # minit atau kurang.",
  "Two models are already being pulled.": "Dua model sedang dimuat turun.",
  "Ollama stopped responding. Pull again to continue.": "Ollama tidak lagi memberi respons. Muat turun semula untuk menyambung.",
  "Ollama does not know a model with this name.": "Ollama tidak mengenali model dengan nama ini.",
  "Ollama does not answer.": "Ollama tidak menjawab.",
  "Ollama could not do this. See its log for the reason.": "Ollama tidak dapat melakukannya. Lihat log Ollama untuk mengetahui sebabnya.",
  "Ollama could not do this.": "Ollama tidak dapat melakukannya.",

  // What models failed with, in parts: text/model-note.ts.
  "the key was refused": "kunci ditolak",
  "the vendor account has no credit left": "akaun pembekal kehabisan kredit",
  "the vendor has closed this account": "pembekal telah menutup akaun ini",
  "the vendor does not serve the country of this server": "pembekal tidak menyediakan perkhidmatan di negara pelayan ini",
  "too many requests at the vendor": "terlalu banyak permintaan kepada pembekal",
  "the vendor is overloaded": "pembekal terlalu sibuk",
  "the vendor does not know this model": "pembekal tidak mengenali model ini",
  "the conversation is too long for this model": "perbualan terlalu panjang untuk model ini",
  "the vendor refused the request": "pembekal menolak permintaan ini",
  "the vendor could not be reached": "pembekal tidak dapat dihubungi",
  "no answer in time": "tiada jawapan dalam masanya",
  "the vendor's answer could not be read": "jawapan pembekal tidak dapat dibaca",
  "the reply had no text": "jawapan tiada teks",
  "an empty reply": "jawapan kosong",
  "the model is not pulled": "model belum dimuat turun",
  "no such model": "tiada model sedemikian",
  "no key is stored": "tiada kunci disimpan",
  "the model could not be called": "model tidak dapat dipanggil",
  "too many replies by a model for one address today": "terlalu banyak jawapan model untuk satu alamat hari ini",
  "this month's budget for models is used up": "belanjawan model bulan ini telah habis",
  "the visitor left": "pelawat telah pergi",
  "the vendor's safety filter broke the reply off": "penapis keselamatan pembekal memutuskan jawapan ini",
  "the reply was cut at its limit of length": "jawapan dipotong pada had panjangnya",
  "broke off: ": "terputus: ",
  ", # tries": ", # cubaan",
  ", not asked again yet": ", belum ditanya semula",
};
