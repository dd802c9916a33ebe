import { DEMO_KEDAI, type DemoWords } from "../demo.ts";

const { name, address, phone, menu } = DEMO_KEDAI;
const [coffee, , rice] = menu;
const hours = { weekdays: "7:30 pagi hingga 6 petang", weekend: "8 pagi hingga 9 malam", closed: "Selasa" };
const delivery = { ...DEMO_KEDAI.delivery, time: "lebih kurang 45 minit" };
const notes = [
  "Kopi ditarik dengan susu pekat, panas atau ais",
  "Roti bakar arang, kaya pandan kami sendiri, mentega sejuk",
  "Nasi santan, ayam goreng, sambal, telur",
  "Sepotong besar, dibakar setiap pagi",
];

export const demo: DemoWords = {
  hours,
  delivery,
  notes,
  greetings: {
    product: {
      greeting: "Salam, saya {{product}}. Apa yang boleh saya bantu untuk perniagaan anda?",
      questions: ["Berapa harga {{product}}?", "Macam mana hendak letak di laman web?", "Di mana data disimpan?"],
    },
    shop: {
      greeting: `Selamat datang ke ${name}. Tanyalah tentang menu, waktu buka atau penghantaran.`,
      questions: ["Hari Ahad buka tak?", "Boleh hantar ke rumah?", "Apa yang disyorkan?"],
    },
  },
  knowledge: [
    `${name} terletak di ${address}, di bandar lama. Telefon ${phone}.`,
    `Bila kedai buka, dan pukul berapa tutup?\nWaktu operasi: hari biasa ${hours.weekdays}, Sabtu dan Ahad ${hours.weekend}. Tutup setiap hari ${hours.closed}.`,
    `Menu dan harga:\n${menu.map((dish, at) => `- ${dish.name} ${dish.price} (${notes[at]})`).join("\n")}`,
    "Minuman tanpa kopi: teh tarik RM3.80, Milo RM4.50, jus limau segar RM5.00.",
    `Penghantaran ke rumah ${delivery.fee} dalam ${delivery.within}, ${delivery.time}. Percuma untuk pesanan ${delivery.freeFrom} ke atas.`,
    "Semua yang kami jual halal. Roti bakar kaya dan chiffon pandan mengandungi telur, gandum dan santan; nasi lemak mengandungi kacang.",
    "Wi-Fi percuma untuk pelanggan: minta kata laluan di kaunter.",
    "Parkir percuma selepas 6 petang; sebelum itu kupon majlis diperlukan.",
    `Apa yang sedap di sini?\nPaling sedap: kebanyakan pelanggan datang untuk ${rice.name.toLowerCase()} dan roti bakar kaya. Kedua-duanya selalu habis sebelum pukul 2 petang.`,
    `Kami tiada mesin espresso, jadi tiada latte dan cappuccino. ${coffee.name} (${coffee.price}) paling hampir dengan latte.`,
    "Enam orang atau lebih: sila tempah meja sehari lebih awal.",
    "Tempahan kek: sebiji kek chiffon pandan RM58. Tempah dua hari lebih awal.",
    "Bayaran: tunai, kad, DuitNow QR dan Touch 'n Go eWallet.",
    "Makanan vegetarian: semuanya kecuali nasi lemak, yang juga boleh disediakan tanpa ayam dan sambal.",
  ],
};
