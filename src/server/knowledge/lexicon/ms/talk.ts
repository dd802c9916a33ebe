/** The Malay texts of the built-in answerer, and the Malay small talk that it understands. */
import { endWith, type Talk } from "../talk.ts";

export const talk: Talk = {
  say: {
    hello: (name: string) => `Hai, saya ${name}. Apa yang anda ingin tahu?`,
    thanks: () => "Sama-sama. Ada apa-apa lagi yang anda ingin tahu?",
    bye: () => "Jumpa lagi, dan terima kasih kerana singgah.",
    noted: () => "Baik. Tanya sahaja jika ada apa-apa yang anda ingin tahu.",
    who: (name: string) =>
      `Saya ${name}, pembantu automatik di laman ini. Tanya saya apa sahaja tentang kami, dan saya jawab daripada maklumat yang diberikan kepada saya.`,
    person: () =>
      "Saya pembantu automatik di laman ini, jadi saya tidak dapat menyambungkan anda dengan kakitangan kami. Sila hubungi kami terus.",
    unknown: (topics: readonly string[]) =>
      topics.length === 0
        ? "Saya belum tahu tentang perkara itu. Sila hubungi kami terus."
        : `Saya belum tahu tentang perkara itu. Saya boleh beritahu anda tentang: ${endWith(topics)}`,
    unknownPart: (part: string) => `Saya belum tahu tentang ini: “${part}”`,
    vague: () => "Boleh. Apa yang anda ingin tahu?",
    which: (topics: string) => `Saya ada beberapa maklumat tentang itu. Yang mana satu maksud anda?\n${topics}`,
  },
  askPrice: (thing) => `Berapa harga ${thing}?`,
  topics: {
    price: "harga",
    hours: "waktu operasi",
    place: "lokasi kami",
    booking: "tempahan",
    delivery: "penghantaran",
    payment: "cara pembayaran",
    refund: "pembatalan dan bayaran balik",
    warranty: "pembaikan dan waranti",
    parking: "tempat letak kereta",
    halal: "bahan dan alahan",
    food: "makanan dan minuman",
    discount: "promosi dan pakej",
    learning: "kelas",
    lodging: "penginapan",
    health: "rawatan",
    rule: "peraturan kami",
    facility: "kemudahan",
    contact: "cara menghubungi kami",
  },
  small:
    "apa apakah ada adakah anda awak aku berapa berapakah bila bilakah boleh bolehkah bagaimana buka cara dan dari dekat di " +
    "dengan harga hari ini itu ini jam jual jom kalau kami kat kena kah ke kenapa kita kedai kos macam mana mahu masa minta " +
    "nak nanti nama pagi pukul petang malam saya sampai selamat siapa siapakah sini sudah tak tahu tempat terima kasih " +
    "tidak tolong tutup untuk waktu ya yang yg hantar bayar tempahan tempah beli berapa lama awal lewat esok ahad isnin " +
    "selasa rabu khamis jumaat sabtu percuma alamat penghantaran salam assalamualaikum hai baik sama jumpa lagi bukan dah " +
    "je pun lah pulak pula",
  who: [
    /^(?:ini |awak |anda |kamu )?siapa(?:kah)? (?:awak|anda|kamu|ni|ini|nama awak|nama anda)?$/,
    /^(?:awak|anda|kamu) (?:ni |ini )?(?:siapa|apa)$/,
    /^(?:apa|siapa|nama) (?:nama )?(?:awak|anda|kamu)(?: siapa| apa)?$/,
    /^(?:apa )?(?:awak|anda|kamu) boleh (?:buat apa|bantu apa|buat|bantu)$/,
    /^apa (?:yang )?(?:awak|anda|kamu) boleh (?:buat|bantu|tolong)\b/,
  ],
  person: [
    /^(?:(?:hai|salam|maaf|eh|weh|tolong) )?(?:(?:kami|nak|hendak|ingin|minta|boleh|macam mana|bagaimana|saya) )*(?:cakap|bercakap|sembang|bersembang|borak|berborak|chat|sambung|sambungkan|berbual)(?: saya)?(?: terus)?(?: dengan| kepada| sama)? (?:orang|manusia|staf|staff|kakitangan|pekerja|admin|boss|tuan kedai|pemilik|pengurus|seseorang|khidmat pelanggan)(?: betul| sebenar| sendiri| lah| la| tidak| ke| sekarang| terus| please)*$/,
    /^(?:(?:hai|salam|maaf|tolong|kami|saya|nak|hendak|ingin|mahu|minta|boleh|perlu|kena) ){0,5}(?:cakap|bercakap|jumpa|berjumpa|berbual) (?:dengan |kepada |sama )?(?:orang|manusia|pengurus|pemilik|tuan kedai|boss|penyelia) (?:pasal|tentang|mengenai|berkenaan|sebab|kerana) /,
    /^(?:(?:nak|mahu|minta) )?(?:manusia|orang (?:betul|sebenar))(?: please| sekarang| tolong)?$/,
    /^(?:(?:hai|salam|helo|hello|eh|weh|wei|woi) )?(?:tidak |tak )?ada (?:orang|sesiapa|staf|admin)(?: jaga| jawab| balas| dekat| di| sini| situ| tidak| ke| kah| ni| ini| la| lah)*$/,
    /^(?:tidak|tiada) (?:orang|sesiapa|staf|admin)(?: jawab| balas| ke| kah| ni| ini)*$/,
  ],
  words: {
    hello:
      "hai helo salam assalamualaikum asalamualaikum wslm waalaikumsalam slm selamat pagi petang malam tengahari tengah hari " +
      "sejahtera datang khabar sihat",
    thanks: "terima kasih tenkiu timakasih tima jazakallah jazakallahu khair khairan alhamdulillah syukran",
    bye: "babai jumpa lagi tinggal",
    noted:
      "faham paham baik beres orait maaf takpe takpa salah silap mesej hantar wah ya baiklah fikir dulu nanti bincang tanya " +
      "sekejap jap kejap suami isteri bakal laki bini mak keluarga saja soalan datang singgah fikirkan ofis pejabat balik " +
      "takut bakal tunggu",
    praise:
      "bagus terbaik sedap layan layanan cepat balas membantu sangat mantap padu layan cantik semoga maju jaya berkat murah " + "rezeki",
    polite:
      "banyak sekali kak abang bang akak adik tuan puan encik cik dik makcik pakcik pak mak cikgu doktor ustaz ustazah kawan " +
      "infonya atas bantuan jawapan semua saya kami ini itu ni tu la lah je nak apa hari esok nanti tau ada orang sibuk ke " +
      "tak menjawab",
    machine: "manusia mesin automatik sendiri komputer",
    machineFrame:
      "cikgu mak teh mesej ini itu ni tu ke atau awak anda kamu kau ko hang ada orang org siapa yang balas jawab menjawab " +
      "berborak sembang dengan cakap bercakap betul ya la salam hai adakah saya sedang kah apa tengah kak bang abang",
    requesting:
      "berapa bila mana siapa apa bagaimana macam kenapa boleh ada adakah nak mahu perlu kena harga tanya tolong minta kalau macammana",
    titles:
      "encik en puan pn cik tuan tuanku kak akak abang bang adik dik pak pok mak mok makcik pakcik cikgu ustaz ustazah doktor haji hajah tok tauke tokey anna",
    asking: "berapa bila mana siapa bagaimana kenapa",
    weak: "hari datang tengah pagi petang malam lagi tanya hantar ofis pejabat",
    dayTimes: "pagi petang malam",
  },
};
