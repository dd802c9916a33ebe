/**
 * Replies that say only what the entries say, written by hand as a model writes them: a hundred for four businesses of
 * bench/answers-sets. They were written before the check had been run on any of them.
 */
export const BY_HAND: readonly { set: string; replies: readonly (readonly [question: string, reply: string])[] }[] = [
  {
    set: "c18",
    replies: [
      ["what time u open bro", "HQ Ria Jaya is open from 7am to 11pm, Sunday to Thursday, and 8am to 9pm on Fridays and Saturdays."],
      [
        "amanjaya buka sampai pukul brp",
        "Cawangan Amanjaya buka pukul 10 pagi hingga 12 tengah malam (Ahad–Khamis), dan 9.30 pagi hingga 10 malam pada Jumaat & Sabtu.",
      ],
      ["hari jumaat tutup ke", "Pada hari Jumaat, kedua-dua cawangan tutup sekejap dari 12:30 tengah hari hingga 2:45 petang untuk solat."],
      ["open on public holiday?", "On public holidays HQ opens from 2pm to 8pm only, and Amanjaya is closed."],
      ["raya cuti brapa hari", "Kami bercuti 4 hari untuk Raya Aidilfitri, di kedua-dua branch."],
      [
        "where is hq",
        'We\'re at 12A Jalan Ria 3, Taman Ria Jaya, on the 1st floor above the laundry shop. Just search "Jaguh Gym HQ" on Waze!',
      ],
      [
        "parking kena bayar?",
        "Di HQ, parking petak council perlu dibayar sampai pukul 5 petang. Di Amanjaya ada lot sendiri depan gym, percuma sepanjang hari.",
      ],
      ["monthly fee?", "The monthly fee for adults is RM85, and you can use both branches. Students pay RM60 a month (HQ only)."],
      [
        "first time join kena bayar apa",
        "Untuk kali pertama:\n1. Registration RM30 (sekali sahaja, termasuk access tag)\n2. Yuran bulanan RM85 untuk dewasa atau RM60 untuk pelajar\n\nKalau tag hilang, ganti RM15.",
      ],
      ["walk in brp", "Walk-in RM16 untuk dewasa dan RM11 untuk pelajar. Bayar di kaunter dulu, dan sekali masuk je ya."],
      ["got yearly package?", "Yes! For adults:\n- 3 months: RM235\n- 6 months: RM440\n- 12 months: RM790"],
      [
        "muay thai how much",
        "Adult Muay Thai is RM120 per month for 8 classes, every Monday and Wednesday, 8:30 PM to 10:00 PM at HQ. A drop-in is RM25.",
      ],
      [
        "anak saya 9 tahun nak join muay thai",
        "Boleh! Kelas kids untuk umur 7–12 tahun, setiap Sabtu jam 10 pagi hingga 11.15 pagi di HQ. Yuran RM90 sebulan untuk 4 kelas. Untuk anak 9 tahun memang sesuai.",
      ],
      [
        "bjj schedule",
        "BJJ is on Tuesdays and Thursdays from 9 to 10.30pm at Amanjaya. It's RM140 a month (8 classes), and a gi is compulsory. You can borrow one for your first two classes.",
      ],
      [
        "is boxing ok for beginners",
        "Definitely, beginners are welcome. Boxing runs every Sunday from 5pm until 6:30pm at Amanjaya for RM80 a month, with no sparring in the first month.",
      ],
      [
        "ladies only ada?",
        "Ada! Waktu ladies only di HQ pada Selasa & Khamis, 5 petang–7 malam. Kickboxing wanita pula setiap Sabtu 5.30–6.30 petang, RM95 sebulan.",
      ],
      [
        "personal trainer price",
        "Personal training (60 minutes each) is RM70 for one session, RM480 for 8 sessions and RM660 for 12 sessions. They expire after two months.",
      ],
      [
        "my wife and i want pt together",
        "For the two of you, PT couple is RM720 for 8 sessions or RM980 for 12 sessions, valid for 3 months.",
      ],
      [
        "can i try first",
        "You can try a martial arts class for free, once per person. Just WhatsApp us 1 day before. The gym itself has no free trial, but walk-in is RM16.",
      ],
      [
        "boleh bayar ansuran?",
        "Boleh, tapi hanya untuk pakej 12 bulan, dibahagi kepada 3 kali bayaran. Kami terima tunai, DuitNow QR dan bank transfer.",
      ],
      [
        "i want to freeze",
        "You can freeze your membership for up to 30 days, once a year, for a fee of RM10. With a doctor's MC it's free.",
      ],
      ["refund?", "Sorry, no refunds. But you can transfer the balance of your membership to a friend for RM20."],
      [
        "jual glove tak",
        "Ya, gloves baru: 10oz RM99, 12oz RM125 dan 14oz RM135. Handwrap RM18. Kalau nak sewa, gloves RM5 dan shin guard RM4 setiap kelas.",
      ],
      ["tshirt 2xl ada", "Ada, T-shirt hitam 2XL hingga 3XL berharga RM45. S sampai XL RM39. Ambil di gym ya, kami tak pos."],
      ["instagram?", "You can find us on Instagram at @jaguhgym.sp. On WhatsApp we reply from 10am until 10pm."],
    ],
  },
  {
    set: "c19",
    replies: [
      [
        "Di manakah pejabat utama?",
        "Pejabat utama kami beralamat di No. 12, Jalan P15H, Presint 15, 62050 Putrajaya, bersebelahan Klinik Seri Medina.",
      ],
      [
        "Waktu operasi?",
        "Pejabat utama dibuka Isnin hingga Jumaat dari 8.30 pagi hingga 5.30 petang, dan Sabtu dari 9 pagi hingga 1 tengah hari. Kami tutup pada hari Ahad dan cuti umum.",
      ],
      [
        "What are the hours of the Presint 9 branch?",
        "The Presint 9 branch is open Monday to Friday, 9:30 a.m. to 6:30 p.m., and on Saturdays from 10 a.m. to 2 p.m.",
      ],
      [
        "hari jumaat rehat pukul berapa",
        "Pada hari Jumaat, kaunter ditutup dari pukul 12:15 tengah hari sehingga 2:45 petang di kedua-dua pejabat.",
      ],
      [
        "is parking free?",
        "Parking in front of the main office is free for the first 2 hours. At Presint 9, the multi-storey car park at Blok C costs 80 sen an hour.",
      ],
      ["road tax kereta berapa", "Caj perkhidmatan kami ialah RM12.00, tidak termasuk kadar LKM JPJ. Biasanya siap dalam 20 minit."],
      ["road tax motor", "Untuk motosikal, caj perkhidmatan RM6.50 sahaja dan siap dalam 10 minit."],
      [
        "nak renew roadtax lori",
        "Untuk kenderaan perdagangan seperti lori, caj perkhidmatan ialah RM38. Sila bawa laporan pemeriksaan PUSPAKOM yang sah; siap dalam 1 hari bekerja.",
      ],
      [
        "can you quote car insurance",
        "Yes, we give free quotes from six insurance and takaful companies. WhatsApp us the grant and the owner's MyKad, and you'll have a quote within 45 minutes during office hours.",
      ],
      [
        "insurans motor 150cc",
        "Insurans pihak ketiga bagi motosikal 150cc ke bawah ialah RM98 setahun. Bagi 151cc hingga 250cc pula RM152 setahun.",
      ],
      [
        "daftar ssm baru",
        "Bagi pendaftaran milikan tunggal, caj perkhidmatan kami RM45. Fi SSM adalah berasingan: RM30 setahun jika menggunakan nama sendiri, atau RM60 bagi nama tred.",
      ],
      [
        "partnership registration",
        "For a partnership the service charge is RM75, excluding the SSM fee. All partners must come with their original MyKad.",
      ],
      [
        "renew ssm",
        "Caj pembaharuan ialah dua puluh lima ringgit (RM25) bagi setiap perniagaan. Tuan boleh memperbaharui untuk 1 hingga 5 tahun.",
      ],
      [
        "translate birth cert to english",
        "BM–English translation costs RM28 per A4 page and takes 2 working days. If it's urgent, we can finish the same day when we get the document before 11am, with a 50% surcharge (maximum 3 pages).",
      ],
      ["terjemah bahasa arab", "Terjemahan bahasa Arab dikenakan RM55 semuka dan siap dalam 5 hari bekerja."],
      [
        "permit maid",
        "Caj perkhidmatan untuk pembaharuan PLKS pembantu rumah ialah RM180, belum termasuk levi dan fi Imigresen. Pastikan pasport masih sah sekurang-kurangnya 18 bulan.",
      ],
      [
        "restaurant worker permit price",
        "It's RM260 per worker, not including the levy and Immigration fees, and the process takes 14 working days.",
      ],
      ["lesen memandu", "Pembaharuan lesen CDL: RM11. Permit memandu antarabangsa (IDP): RM24. Kedua-duanya tidak termasuk fi JPJ."],
      [
        "photostat rate",
        "Here are our A4 rates:\n- Black-and-white photocopy: RM0.20\n- Colour print: RM1.20\n- Scan to e-mail: RM1\n- Lamination: RM3.50",
      ],
      ["gambar passport", "Gambar pasport (4 keping) RM13 dan gambar visa (4 keping) RM19. Siap dalam 15 minit di pejabat utama."],
      [
        "do you take credit cards",
        "Yes, credit cards are accepted with a charge of 1.5%. Cash, DuitNow QR and debit cards have no extra charge.",
      ],
      ["deposit?", "Deposit sebanyak 50 peratus dikenakan bagi tempahan terjemahan melebihi RM200."],
      [
        "boleh hantar ke cyberjaya?",
        "Boleh. Runner ke Cyberjaya RM14, manakala kawasan Putrajaya RM8. Pos Laju pula RM10.50 ke Semenanjung dan RM16.50 ke Sabah dan Sarawak.",
      ],
      [
        "need appointment?",
        "Only for permit (PLKS) matters. Please book at least 3 working days ahead with Puan Suhaila at 011-5550 0142.",
      ],
      [
        "pesuruhjaya sumpah ada bila",
        "Pesuruhjaya Sumpah ada di pejabat utama setiap Selasa dan Khamis, dari 2.30 hingga 4.30 petang. Tidak perlu temu janji.",
      ],
    ],
  },
  {
    set: "c20",
    replies: [
      [
        "hi sis contact number?",
        "Hai! 🌱 Untuk order & workshop, WhatsApp Aina di 019-555 0143. Untuk borong atau pokok buah, call Ayah Rahim di 019-555 0167 ya 😊",
      ],
      ["where is your nursery", "Our main nursery is at Lot 1188, Jalan Duyong, opposite Masjid Duyong Lama. Look for the green fence 💚"],
      ["klebang buka bila", "Kedai Klebang buka Jumaat, Sabtu dan Ahad sahaja, dari pukul 2 petang sampai 9 malam 🌙"],
      ["what time duyong open", "Duyong is open Tuesday to Sunday, 8:30am – 6:30pm. We're closed on Mondays 😴"],
      ["parking klebang", "Parking di Klebang tepi jalan je, RM0.60 sejam, bayar guna app."],
      ["monstera how much", "Monstera deliciosa 🌿\n- **S** (6-inch pot): RM28\n- **M** (8-inch pot): RM55\n- **L** (12-inch pot): RM120"],
      ["thai constellation ada?", "Ada! Saiz S RM180 dan M RM320. Stok terhad, jadi booking kena full payment dulu ya."],
      ["musang king brp", "Anak pokok durian Musang King RM35. Kalau D24, RM25 je."],
      ["cheapest fruit tree", "The cheapest is limau kasturi at RM15. After that comes durian D24 at RM25, then Harumanis mango at RM30."],
      ["orkid price", "Dendrobium is RM18 a pot and phalaenopsis RM45 a pot. If you take three phalaenopsis, it's RM120 for all 3."],
      ["tanah berapa", "Tanah hitam 7 kg RM6. Untuk indoor, potting mix 10 liter lebih sesuai, harganya RM14."],
      [
        "fertilizer for my durian",
        "For fruit trees, use organic chicken manure: RM10 for 5 kg, applied once a month. There's also slow-release NPK at RM16 per kg, every 3 months.",
      ],
      [
        "terrarium workshop",
        "The adult terrarium workshop (12 and above) is every Saturday at 10 am in Duyong. It's RM85 per person for 2 hours, everything included ✨",
      ],
      [
        "workshop budak umur 6",
        "Untuk anak umur 6, boleh join kids terrarium workshop: RM50 seorang, setiap Ahad pukul 11 pagi, lebih kurang 1 jam 15 minit. Seorang parent boleh teman percuma.",
      ],
      ["kokedama", "Kokedama workshop RM95 seorang, dua jam setengah, pada Ahad pertama setiap bulan jam 3 petang."],
      [
        "company event 20 pax on weekday",
        "Great! For 20 people on a weekday it's RM60 per pax (minimum 12). You can choose the 9.30am slot or the 2.30pm slot.",
      ],
      ["weekend group?", "Weekend group workshops are RM75 per person with at least 15 people, and the only slot is 4pm."],
      [
        "how to book workshop",
        "WhatsApp us your name and date with a deposit of RM30 per person to lock your seat. You pay the balance on the day.",
      ],
      ["private group deposit", "Deposit 50% perlu dibayar sekurang-kurangnya 10 hari sebelum tarikh, dan bakinya selepas event 🙏"],
      [
        "cancel workshop boleh refund?",
        "Kalau bagitahu sekurang-kurangnya 3 hari sebelum, deposit RM30 dipulangkan penuh atau boleh tukar tarikh.",
      ],
      [
        "delivery melaka tengah",
        "Delivery ke Melaka Tengah RM12, dan percuma untuk order RM150 ke atas. Ayah hantar setiap Rabu & Sabtu 🚐",
      ],
      [
        "deliver to jasin? my order is rm350",
        "Yes! Delivery to Jasin is normally RM25, but since your order is RM350 (above RM300), it's free. We deliver there on Thursdays.",
      ],
      [
        "pos sarawak",
        "Maaf, Sabah dan Sarawak tak boleh pos sebab kena ada permit. Semenanjung boleh, RM10 untuk succulent dan pokok bawah 30cm.",
      ],
      [
        "my plant died",
        "Sorry to hear that 😢 Indoor plants have a 7-day guarantee from the date of purchase. Send us a photo and the receipt, and we'll replace it once.",
      ],
      ["repot", "Repotting di Duyong: RM10 untuk pasu bawah 10 inci, RM25 untuk 10 inci ke atas. Selasa hingga Jumaat sahaja."],
    ],
  },
  {
    set: "b04",
    replies: [
      [
        "meja makan 4 orang",
        "Meja makan meranti untuk 4 kerusi (120 x 75 cm) berharga RM780. Siap dalam 3 minggu selepas deposit dibayar.",
      ],
      ["dining table for six", "Our 6-seater meranti table (160 x 85 cm) is RM1,080 and takes four weeks after your deposit."],
      ["8 seater?", "The 8-seater nyatoh table measures 200 x 95 cm and costs RM1680. The lead time is 6 weeks."],
      ["kerusi berapa sebuah", "Kerusi meranti RM165 sebuah, atau RM195 kalau dengan kusyen kain."],
      ["bench", "We have two benches: 120 cm for RM320 and 160 cm for RM390. Neither has a backrest."],
      [
        "wardrobe price",
        "A built-in wardrobe is RM260 per running foot in melamine, or RM345 in plywood with laminate. The standard height is 8 feet; going up to the ceiling adds RM45 per foot.",
      ],
      [
        "kabinet dapur",
        "Harga kabinet dapur plywood:\n• Kabinet bawah: RM290 sekaki\n• Kabinet atas: RM230 sekaki\n• Table top quartz: RM185 sekaki\n• Table top granite: RM130 sekaki",
      ],
      ["lampu led", "LED strip bawah kabinet tambahan RM35 sekaki, dan laci tandem box RM140 sebuah. Engsel soft-close memang standard."],
      ["king bed", "The king bed frame in solid rubberwood is RM1,180, and the queen is RM950. Both hold up to 350 kg."],
      ["drawers under bed?", "Yes, a pair of under-bed drawers is an extra RM280."],
      ["katil 2 tingkat", "Katil dua tingkat saiz single berharga RM1,050. Tingkat atas boleh menampung 90 kg."],
      [
        "tv console",
        "A 5-foot TV console is RM620 and a 6-foot one is RM720. If you'd like it mounted on the wall, the bracket is RM65 more.",
      ],
      [
        "custom made",
        "Send us a sketch or photo and we'll quote for free within three working days. A 3D drawing is RM150, which is returned once you confirm the order.",
      ],
      [
        "payment how",
        "You pay 50% when you order, 40% before delivery and the last 10% after installation. Orders below RM1,000 are paid in full upfront by bank transfer.",
      ],
      [
        "ukur rumah kat shah alam kena caj?",
        "Untuk Selangor, caj ukur ialah RM120, dan ia ditolak daripada invois akhir. Johor dan Melaka percuma.",
      ],
      ["delivery to JB", "Delivery to Johor Bahru is RM155. If it's a walk-up flat, we add RM30 for each floor."],
      ["hantar ke muar percuma?", "Ya, penghantaran ke Muar dan Batu Pahat percuma."],
      ["klang valley delivery", "Delivery to the Klang Valley costs RM290."],
      [
        "warranty",
        "You get 3 years' warranty on the joints and structure of solid wood, and 1 year on laminate peeling and hinges. Water damage isn't covered.",
      ],
      ["anai-anai tak", "Kayu kami dirawat dengan boron dan dikeringkan sehingga kelembapan 12%, jadi tahan anai-anai."],
      [
        "repair table",
        "We can revarnish your table from RM250, replace a chair cushion for RM70, or fix a wobbly leg for RM40. You'll need to bring it to the workshop.",
      ],
      [
        "where showroom, when open",
        "The showroom is at Lot 8, Jalan Perusahaan Parit Jamil, Muar. It's open Monday to Saturday, 9.00am–5.30pm, with a break from 1 to 2pm.",
      ],
      [
        "cancel order",
        "You can cancel within 48 hours of paying the deposit for a full refund. Once the timber is cut, the deposit is kept.",
      ],
      ["call who", "For sales, call Mei Ling at 016-555 0133. For delivery dates, it's Abang Razak at 06-555 0134 (weekdays only)."],
      ["nombor mei ling in international format", "Nombor Mei Ling ialah +60 16-555 0133."],
    ],
  },
];
