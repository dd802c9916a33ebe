/** Words that say nothing about what a visitor asks for, in English and Malay (spoken forms too). */

const ENGLISH =
  "a about actually after again all also am an and any anybody anyone anything are as at be because been before being but by can cannot could " +
  "currently did do does doing done don else ever for from get gets getting give go going got had has have having he hello help her here hers hey hi him his " +
  "how i if in into is it its itself just kindly know let like ll looking many may me might mine more most much must my need needs no not now of off ok okay " +
  "on one only or other our ours out over own per please possible provide provides re really regarding s said say see sell sells selling offer offers offering " +
  "she should so some something such sure t tell than thank thanks that the their theirs them then there these they thing things this those to too under until " +
  "up us use used using ve very want wanted was we well were what whats when which while who whom whose why will wish with within without would yes yet you your yours " +
  "accept accepts accepted support supports supported supporting since using able available allow allowed anyway come find happen ask asking question questions information info details detail mean means make makes take takes try way work works working there's";

const MALAY =
  "abang ada adakah adalah aku akak akan amat anda antara apa apakah apakan apabila awak agar atas atau ataupun baik bagaimana bagaimanakah bagi bahawa balik " +
  "banyak banyakkah beberapa begini begitu belum berapa berapakah beri bila bilakah biasa boleh bolehkah buat bukan cara cik cuma dah dalam dan dapat dapatkah dari " +
  "daripada dekat dengan di dia diri dulu encik ingin ini itu ia ialah iaitu jadi jangan je jer jika juga kah kak kalau kalian kami kamu kan kat ke kena kepada " +
  "ker kerana kita korang la lagi lah lain lalu macam macamana mahu mana manakah mana-mana mereka mesti minta mohon mungkin nak nanti nya oleh orang pada paling para pasal " +
  "perlu perlukah pernah pula pulak pun puan sahaja saja saya sangat sama sebab sebagai sebelum sedang sedia sediakan seperti sekali sekarang selain selepas semua " +
  "sendiri sini situ sudah supaya tahu tak takde tanpa tanya telah tentang terhadap tersebut tetapi tidak tiada tolong tu tuan ni u untuk ya yang yg dgn utk x nk sy " +
  "sokong menyokong disokong guna menggunakan gunakan pakai sejak siapa siapakah terima menerima diterima jual menjual dijual jualan tawar menawarkan ditawarkan beritahu maklumat soalan kah tahukah";

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${MALAY}`.split(" "));

/**
 * Words that hardly narrow a question: the business itself, and general nouns. They count a little when an entry has
 * them, and do not speak against an entry that has not.
 */
export const SOFT_WORDS: ReadonlySet<string> = new Set(
  (
    "shop store company business place outlet restaurant cafe clinic salon centre center studio gym school hotel website team staff guys people person customer customers " +
    "service services product products item items good best nice new today tomorrow tonight right first time times option options type types kind kinds different special day days week month year long big small able " +
    "kedai syarikat perniagaan tempat restoran kafe klinik pusat perkhidmatan servis produk barang barangan jenis pelanggan hari esok malam minggu bulan tahun besar kecil baru bagus terbaik lama masa " +
    "kumpulan pihak khas pakar specialist specialists method methods kaedah stay stays homestay chalet workshop bengkel garage butik boutique old lama exist sebulan sehari seminggu setahun inside outside child"
  ).split(" "),
);
