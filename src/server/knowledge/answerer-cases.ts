/**
 * Labelled questions about six invented businesses, for answerer.test.ts. `says` is what a right answer contains;
 * null: the knowledge does not say it, and the only right answer is not to know.
 */
import { DEMO_KEDAI_KNOWLEDGE } from "../../contract/demo.ts";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";

export interface Case {
  ask: string;
  says: string | null;
}

export interface Business {
  name: string;
  entries: KnowledgeEntry[];
  cases: Case[];
}

const bakery: Business = {
  name: "Roti Mawar",
  entries: [
    "Roti Mawar is a bakery in Bangsar. Address: 12 Jalan Telawi 3, 59100 Kuala Lumpur.",
    "We open Tuesday to Sunday, 8 am to 7 pm. We are closed on Mondays and on the first two days of Hari Raya.",
    "Sourdough loaves cost RM18 (plain) and RM22 (walnut). Baguettes are RM9. Croissants are RM7.50 each, almond croissants RM9.90.",
    "[image]https://example.com/mawar/pandan.jpg[/image]Pandan gula Melaka cake: RM98 for 1 kg, RM180 for 2 kg. Serves 8 to 10 people per kg.",
    "[image]https://example.com/mawar/choc.jpg[/image]Dark chocolate fudge cake: RM110 for 1 kg. Contains eggs, dairy and wheat.",
    "Birthday and custom cakes must be ordered three days ahead with a 50% deposit. We write names on the cake for free.",
    "Delivery is available within 15 km of Bangsar for RM12, by our own rider. Free delivery above RM150. Same-day delivery for orders before 11 am.",
    "We accept cash, debit and credit cards, DuitNow QR and Touch 'n Go. We do not accept cheques.",
    "All our ingredients are halal, and we are certified by JAKIM since 2019. We use no alcohol and no lard.",
    "We have no gluten-free bread. Our banana muffins are vegan: no eggs and no milk.",
    "Orders can be cancelled up to 24 hours before pick-up for a full refund of the deposit. After that the deposit is kept.",
    "To order, WhatsApp us at 012-345 6789 or e-mail orders@rotimawar.example.",
  ].map(parseEntry),
  cases: [
    { ask: "What time do you open?", says: "8 am" },
    { ask: "are you open on monday", says: "closed on Mondays" },
    { ask: "Pukul berapa kedai tutup?", says: "7 pm" },
    { ask: "Buka tak hari raya?", says: "Hari Raya" },
    { ask: "Where is your shop?", says: "Jalan Telawi" },
    { ask: "alamat kedai?", says: "Jalan Telawi" },
    { ask: "How much is a croissant?", says: "RM7.50" },
    { ask: "berapa harga roti sourdough", says: "RM18" },
    { ask: "price of almond crossiant", says: "RM9.90" },
    { ask: "how much is the pandan cake", says: "RM98" },
    { ask: "Kek coklat berapa sekilo?", says: "RM110" },
    { ask: "does the chocolate cake contain eggs", says: "Contains eggs" },
    { ask: "How many people does a 1kg pandan cake serve?", says: "8 to 10" },
    { ask: "Can you write a name on the birthday cake?", says: "write names" },
    { ask: "berapa hari awal kena tempah kek hari jadi?", says: "three days ahead" },
    { ask: "Do I need to pay a deposit for custom cakes?", says: "50% deposit" },
    { ask: "Do you deliver?", says: "15 km" },
    { ask: "boleh hantar ke rumah? berapa caj penghantaran", says: "RM12" },
    { ask: "is there free delivery", says: "RM150" },
    { ask: "can I get same day delivery", says: "before 11 am" },
    { ask: "Do you take credit cards?", says: "credit cards" },
    { ask: "boleh bayar guna tng?", says: "Touch 'n Go" },
    { ask: "Boleh bayar tunai?", says: "cash" },
    { ask: "is your food halal?", says: "halal" },
    { ask: "ada sijil halal jakim tak", says: "JAKIM" },
    { ask: "Do you have gluten free bread?", says: "no gluten-free" },
    { ask: "anything vegan?", says: "vegan" },
    { ask: "Can I cancel my order?", says: "24 hours" },
    { ask: "How do I get a refund", says: "refund" },
    { ask: "how can I contact you", says: "012-345 6789" },
    { ask: "nombor whatsapp?", says: "012-345 6789" },
    { ask: "What is your email address?", says: "orders@rotimawar" },
    { ask: "Do you offer baking classes?", says: null },
    { ask: "Is there parking nearby?", says: null },
    { ask: "Do you have wifi?", says: null },
    { ask: "Ada jawatan kosong tak?", says: null },
    { ask: "Who is the owner?", says: null },
    { ask: "Do you sell durian puffs?", says: null },
    { ask: "What's the weather today?", says: null },
    { ask: "Ada cawangan di Penang?", says: null },
    { ask: "write me a python program that sorts a list", says: null },
    { ask: "Do you have nasi lemak?", says: null },
    { ask: "ada jual kasut?", says: null },
    { ask: "Can I rent a wedding hall?", says: null },
    { ask: "how many calories in a baguette", says: null },
  ],
};

const clinic: Business = {
  name: "Klinik Haiwan Bayu",
  entries: [
    "Klinik Haiwan Bayu terletak di No. 7, Jalan Bayu Laut 2, Klang, bersebelahan stesen minyak Petronas. Tempat letak kereta percuma di hadapan klinik.",
    "Waktu operasi: Isnin hingga Jumaat 9 pagi hingga 9 malam, Sabtu dan Ahad 10 pagi hingga 6 petang. Buka pada cuti umum kecuali Hari Raya Aidilfitri dan Tahun Baru Cina.",
    "Yuran konsultasi RM40 bagi kucing dan anjing, RM55 bagi arnab dan burung.",
    "Vaksin kucing (3-in-1) RM70. Vaksin anjing RM85. Vaksin rabies RM60.",
    "Pembedahan kasi kucing jantan RM150, betina RM250. Anjing bermula RM380 mengikut berat badan. Haiwan perlu berpuasa 8 jam sebelum pembedahan.",
    "Kecemasan selepas waktu operasi: telefon Dr. Lim di 019-888 2211. Caj tambahan RM100.",
    "Tempahan janji temu boleh dibuat melalui laman web atau WhatsApp 011-2233 4455. Pesakit tanpa janji temu diterima tetapi mungkin perlu menunggu.",
    "Perkhidmatan dandanan (grooming): kucing RM60, anjing kecil RM70, anjing besar RM110. Termasuk mandi, potong kuku dan pembersihan telinga.",
    "Hotel haiwan: RM35 semalam untuk kucing, RM50 semalam untuk anjing. Bawa buku vaksin dan makanan kegemaran haiwan anda.",
    "Kami menerima tunai, kad kredit, dan insurans haiwan Oyen. Ansuran tidak disediakan.",
    "[image]https://example.com/bayu/team.png[/image]Doktor kami: Dr. Lim Mei Hua (pembedahan) dan Dr. Faridah Osman (kulit dan gigi).",
  ].map(parseEntry),
  cases: [
    { ask: "Klinik di mana?", says: "Jalan Bayu Laut" },
    { ask: "where are you located", says: "Jalan Bayu Laut" },
    { ask: "Ada tempat letak kereta tak?", says: "Tempat letak kereta percuma" },
    { ask: "is there parking?", says: "letak kereta" },
    { ask: "Pukul berapa buka hari Ahad?", says: "10 pagi" },
    { ask: "opening hours", says: "9 pagi" },
    { ask: "buka tak cuti umum", says: "cuti umum" },
    { ask: "Berapa yuran konsultasi kucing?", says: "RM40" },
    { ask: "consultation fee for rabbits? arnab", says: "RM55" },
    { ask: "harga vaksin kucing", says: "RM70" },
    { ask: "How much is the dog vaccine? vaksin anjing", says: "RM85" },
    { ask: "kasi kucing betina berapa", says: "RM250" },
    { ask: "Perlu puasa sebelum pembedahan?", says: "8 jam" },
    { ask: "nombor kecemasan malam", says: "019-888 2211" },
    { ask: "macam mana nak buat appointment", says: "janji temu" },
    { ask: "boleh walk in tanpa temu janji ke", says: "janji temu" },
    { ask: "grooming kucing berapa?", says: "RM60" },
    { ask: "how much is dog grooming", says: "RM70" },
    { ask: "grooming termasuk potong kuku?", says: "potong kuku" },
    { ask: "hotel kucing semalam berapa", says: "RM35" },
    { ask: "apa perlu bawa untuk hotel haiwan", says: "buku vaksin" },
    { ask: "Do you accept credit card?", says: "kad kredit" },
    { ask: "terima insurans Oyen?", says: "Oyen" },
    { ask: "boleh bayar ansuran?", says: "Ansuran" },
    { ask: "siapa doktor pakar kulit", says: "Faridah" },
    { ask: "doktor yang buat pembedahan siapa?", says: "Lim Mei Hua" },
    { ask: "Ada jual makanan kucing Royal Canin?", says: null },
    { ask: "Boleh rawat ular?", says: null },
    { ask: "Ada x-ray tak?", says: null },
    { ask: "Do you ship medicine to Sabah?", says: null },
    { ask: "Boleh jual anak kucing parsi?", says: null },
    { ask: "siapa perdana menteri", says: null },
    { ask: "Ada diskaun untuk pelajar?", says: null },
    { ask: "ada mikrocip?", says: null },
    { ask: "how do I train my dog to sit", says: null },
    { ask: "Can humans get vaccinated for flu here?", says: null },
    { ask: "resepi nasi goreng", says: null },
    { ask: "berapa lama kucing hidup", says: null },
  ],
};

const handbook = `FixKilat Phone Repair

About us:
FixKilat repairs phones and tablets while you wait. We have been in Mid Valley since 2015, on level 2 next to the cinema.

Opening hours:
Every day 10 am to 10 pm, also on public holidays.

Prices:
- iPhone 11 screen: RM280
- iPhone 13 screen: RM450
- iPhone battery, any model: RM180
- Samsung S21 screen: RM520
- Samsung battery: RM150
- Charging port cleaning: RM30
- Water damage check: RM50, taken off the repair price

How long it takes:
Screens take about 40 minutes. Batteries take 20 minutes. Water damage takes one to three days.

Warranty:
All repairs have a 90-day warranty on parts and work. The warranty does not cover drops, cracks or water damage after the repair. Bring your receipt.

Q: Do I need an appointment?
A: No, walk in at any time. On weekends the wait can be an hour, so booking on our website helps.

Q: Will I lose my data?
A: No, repairs do not touch your data. Please make a backup anyway before you come.

Q: Do you buy used phones?
A: Yes, we buy working iPhones from the iPhone 11 on. Bring the phone and your MyKad; we pay cash at once.

Payment:
Cash, cards and e-wallets. We do not take instalments or cheques.

Postal repairs:
Customers outside Kuala Lumpur can post their phone to us. Return postage is RM15 in Peninsular Malaysia and RM25 to Sabah and Sarawak.`;

const repair: Business = {
  name: "FixKilat",
  entries: [parseEntry(handbook)],
  cases: [
    { ask: "where are you?", says: "Mid Valley" },
    { ask: "kedai kat mana", says: "Mid Valley" },
    { ask: "what time do you close", says: "10 pm" },
    { ask: "buka public holiday?", says: "public holidays" },
    { ask: "How much to replace an iPhone 13 screen?", says: "RM450" },
    { ask: "harga skrin iphone 11", says: "RM280" },
    { ask: "iphone battery replacement price", says: "RM180" },
    { ask: "berapa tukar bateri samsung", says: "RM150" },
    { ask: "my phone fell in water, how much to check?", says: "RM50" },
    { ask: "how long does a screen repair take", says: "40 minutes" },
    { ask: "berapa lama nak tukar bateri?", says: "20 minutes" },
    { ask: "Do you give warranty?", says: "90-day" },
    { ask: "ada jaminan tak", says: "90-day" },
    { ask: "is a cracked screen covered by the warranty", says: "does not cover" },
    { ask: "do i need to book an appointment", says: "walk in" },
    { ask: "Will my photos and data be deleted? data lost", says: "do not touch your data" },
    { ask: "Can I sell you my old phone? do you buy used phones", says: "we buy working iPhones" },
    { ask: "can i pay by installment", says: "instalments" },
    { ask: "boleh bayar guna kad?", says: "cards" },
    { ask: "I live in Sabah, can I post my phone?", says: "RM25" },
    { ask: "berapa kos pos balik ke Sarawak", says: "RM25" },
    { ask: "since when do you exist, 2015?", says: "2015" },
    { ask: "Do you repair laptops?", says: null },
    { ask: "Do you sell phone cases?", says: null },
    { ask: "Huawei screen price", says: null },
    { ask: "Do you teach phone repair classes?", says: null },
    { ask: "Can you unlock a stolen iPhone's iCloud?", says: null },
    { ask: "What's your boss's name?", says: null },
    { ask: "boleh baiki mesin basuh?", says: null },
    { ask: "who won the world cup", says: null },
    { ask: "tell me a joke", says: null },
    { ask: "Do you have a branch in Johor?", says: null },
    { ask: "ada kopi percuma?", says: null },
  ],
};

// The three above were used for tuning. Those below were written afterwards and looked at once.

const demo: Business = {
  name: "Kedai Kopi Seri",
  entries: DEMO_KEDAI_KNOWLEDGE.map(parseEntry),
  cases: [
    { ask: "What are your opening hours?", says: "7:30 am" },
    { ask: "are you open on tuesdays?", says: "Closed every Tuesday" },
    { ask: "buka hari sabtu pukul berapa", says: "8 am to 9 pm" },
    { ask: "how much is kopi tarik", says: "RM4.50" },
    { ask: "berapa harga kaya toast", says: "RM6.00" },
    { ask: "Is the nasi lemak spicy?", says: "sambal" },
    { ask: "does nasi lemak have peanuts", says: "peanuts" },
    { ask: "ada hantar tak", says: "RM5" },
    { ask: "how far do you deliver", says: "8 km" },
    { ask: "when is delivery free", says: "RM40" },
    { ask: "can I reserve a table for 8", says: "six or more" },
    { ask: "Do you sell whole cakes", says: "RM58" },
    { ask: "alamat kedai", says: "Jalan Panglima" },
    { ask: "nombor telefon", says: "05-555 0142" },
    { ask: "makanan halal ke", says: "halal" },
    { ask: "how long does delivery take", says: "45 minutes" },
    { ask: "Do you have oat milk?", says: null },
    { ask: "can I bring my dog", says: null },
    { ask: "ada wifi", says: null },
    { ask: "is there live music", says: null },
    { ask: "do you cater for weddings", says: null },
    { ask: "berapa harga mee goreng", says: null },
    { ask: "who founded the company", says: null },
    { ask: "what is the capital of france", says: null },
  ],
};

const homestay: Business = {
  name: "Homestay Senja",
  entries: [
    "Homestay Senja di Langkawi mempunyai 3 bilik tidur, 2 bilik air dan dapur lengkap. Sesuai untuk 8 orang.",
    "Kadar sewa: RM320 semalam hari biasa, RM390 semalam hujung minggu dan cuti sekolah. Deposit RM100 dipulangkan selepas daftar keluar.",
    "Daftar masuk selepas 3 petang, daftar keluar sebelum 12 tengah hari.",
    "Kemudahan: Wi-Fi percuma, Astro, mesin basuh, penghawa dingin di semua bilik, tempat letak kereta untuk 3 buah kereta dan set BBQ.",
    "Haiwan peliharaan tidak dibenarkan. Merokok hanya di luar rumah. Parti dan muzik kuat selepas 11 malam tidak dibenarkan.",
    "Jarak ke Pantai Cenang 5 minit berjalan kaki; lapangan terbang 15 minit memandu; jeti Kuah 30 minit.",
    "Pembatalan 7 hari sebelum tarikh: bayaran balik penuh. Kurang dari 7 hari: tiada bayaran balik.",
    "Tempahan: WhatsApp Puan Rohana 013-777 8899. Bayaran melalui pindahan bank Maybank.",
  ].map(parseEntry),
  cases: [
    { ask: "Berapa harga satu malam?", says: "RM320" },
    { ask: "how much per night on weekends", says: "RM390" },
    { ask: "ada wifi?", says: "Wi-Fi" },
    { ask: "pukul berapa check in", says: "3 petang" },
    { ask: "what time is check-out", says: "12 tengah hari" },
    { ask: "boleh bawa kucing?", says: "tidak dibenarkan" },
    { ask: "can we smoke inside", says: "Merokok" },
    { ask: "berapa bilik tidur", says: "3 bilik" },
    { ask: "muat berapa orang", says: "8 orang" },
    { ask: "is there parking", says: "letak kereta" },
    { ask: "ada bbq tak", says: "BBQ" },
    { ask: "jauh tak dari airport", says: "lapangan terbang" },
    { ask: "dekat dengan pantai ke", says: "Pantai Cenang" },
    { ask: "macam mana nak cancel", says: "Pembatalan" },
    { ask: "can I get refund if I cancel", says: "bayaran balik" },
    { ask: "how do I book", says: "013-777 8899" },
    { ask: "deposit berapa", says: "RM100" },
    { ask: "ada mesin basuh", says: "mesin basuh" },
    { ask: "ada kolam renang?", says: null },
    { ask: "do you serve breakfast", says: null },
    { ask: "ada sewa kereta", says: null },
    { ask: "boleh buat majlis kahwin", says: null },
    { ask: "is there a gym", says: null },
    { ask: "ada katil bayi", says: null },
    { ask: "berapa harga tiket kabel car", says: null },
    { ask: "siapa menteri besar kedah", says: null },
  ],
};

const tuition: Business = {
  name: "BrightMind",
  entries: [
    "We are BrightMind Tuition in Petaling Jaya, teaching Form 1 to Form 5 students since 2012.",
    "Maths, Add Maths, Physics, Chemistry and English classes. Maximum 12 students in a class.",
    "Fees: RM120 per subject per month. Siblings get 10% off. A registration fee of RM50 is paid once.",
    "Classes run on weekday evenings from 7 pm to 9 pm and on Saturday mornings from 9 am.",
    "The first class is a free trial. Bring your school textbook.",
    "Online lessons on Zoom are available for all subjects at the same price.",
    "If a student misses a class, a replacement class can be arranged within the same month.",
  ].map(parseEntry),
  cases: [
    { ask: "how much are the fees", says: "RM120" },
    { ask: "yuran sebulan berapa", says: "RM120" },
    { ask: "is there a registration fee", says: "RM50" },
    { ask: "any discount for siblings", says: "10%" },
    { ask: "what subjects do you teach", says: "Maths" },
    { ask: "ajar matematik tambahan?", says: null },
    { ask: "do you have physics", says: "Physics" },
    { ask: "how many students in one class", says: "12" },
    { ask: "kelas hari sabtu pukul berapa", says: "9 am" },
    { ask: "ada kelas percubaan", says: "free trial" },
    { ask: "can my son study online", says: "Online" },
    { ask: "what if my child misses a class", says: "replacement" },
    { ask: "where are you", says: "Petaling Jaya" },
    { ask: "Do you teach piano", says: null },
    { ask: "is there transport", says: null },
    { ask: "do you have biology", says: null },
    { ask: "UPSR classes?", says: null },
    { ask: "do you provide lunch", says: null },
    { ask: "can you do my homework", says: null },
    { ask: "exam results of your students", says: null },
  ],
};

export const BUSINESSES: readonly Business[] = [bakery, clinic, repair, demo, homestay, tuition];
