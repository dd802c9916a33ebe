/**
 * Names of holidays, dishes, clothes and places that people say in every language, so they do not show in which one a question
 * is written: "opening hours during Hari Raya" is English. Data only; in lower case, separated by commas.
 * Words of everyday Malay ("surau", "kuih") do not belong here, because a message often consists of one of them.
 */
const HOLIDAYS = `
hari raya, hari raya puasa, hari raya aidilfitri, hari raya haji, hari raya aidiladha, hari raya korban, raya, raya puasa,
raya haji, raya korban, raya eve, malam raya, aidilfitri, aidiladha, deepavali, diwali, thaipusam, wesak, hari wesak, vesak,
gawai, hari gawai, gawai dayak, kaamatan, pesta kaamatan, hari malaysia, hari merdeka, merdeka, hari kebangsaan, hari pahlawan,
hari natal, tahun baru cina, chap goh mei, awal muharram, maal hijrah, maulidur rasul, maulid nabi, nuzul quran, nuzul al quran,
israk mikraj, ramadan, ramadhan, bulan ramadan, bulan puasa, buka puasa, berbuka puasa, syawal, hari hol, rumah terbuka
`;
const DISHES = `
nasi lemak, nasi kandar, nasi goreng, nasi goreng kampung, nasi ayam, nasi kerabu, nasi dagang, nasi campur, nasi arab, nasi briyani,
nasi biryani, nasi beriani, nasi tomato, nasi minyak, nasi putih, nasi ulam, nasi padang, nasi ambeng, nasi tumpang, nasi paprik,
nasi impit, nasi himpit, nasi kukus, nasi berlauk, mee goreng, mee goreng mamak, mee rebus, mee hoon, mee kari, mee jawa, mee udang,
mee kolok, mee bandung, mi goreng, mi rebus, mi kari, mi kolok, bihun goreng, bihun sup, maggi goreng, kuey teow, kuey teow goreng,
char kuey teow, char koay teow, roti canai, roti canai kosong, roti kosong, roti bakar, roti john, roti telur, roti jala, roti tisu,
roti boom, roti sardin, roti planta, capati, tosai, murtabak, murtabak ayam, murtabak daging, teh tarik, teh ais, teh o, teh o ais,
teh o ais limau, teh c, kopi o, kopi o ais, kopi ais, kopi tarik, kopi c, kopi kampung, milo ais, milo dinosaur, limau ais, sirap bandung,
sirap limau, air bandung, air sirap, air kelapa, air mata kucing, cendol, ais kacang, ais batu campur, ayam penyet, ayam goreng,
ayam goreng berempah, ayam percik, ayam masak merah, ayam gepuk, ayam madu, ayam golek, ayam pongteh, ikan bakar, ikan goreng,
ikan patin, ikan keli, ikan kembung, kambing golek, kambing bakar, sup kambing, sup tulang, sup ekor, asam pedas, asam laksa, laksa,
laksa penang, laksa johor, laksa sarawak, laksam, satay, satay ayam, satay daging, sate ayam, rendang, rendang ayam, rendang daging,
daging salai, daging masak hitam, masak lemak, masak lemak cili api, gulai ikan, kari ikan, kari ayam, kari kepala ikan,
sambal belacan, sambal udang, sambal petai, sambal sotong, soto ayam, bakso, keropok lekor, keropok ikan, kuih lapis, kuih talam, kuih raya,
kuih bahulu, kuih bangkit, kuih kapit, kuih keria, kuih seri muka, seri muka, onde onde, pisang goreng, goreng pisang, cekodok pisang,
karipap pusing, putu mayam, putu piring, putu bambu, apam balik, apam gula hangus, kek batik, kek lapis, kek lapis sarawak, lemang,
ketupat, ketupat palas, dodol, serunding, tempoyak, musang king, gula melaka, gula apong, tom yam, tomyam, tomyam campur, sup tomyam,
yong tau foo, bak kut teh, ayam buah keluak, otak otak, pai tee, popiah basah, rojak buah, pasembur, lontong, mihun sup, bubur lambuk,
bubur nasi, pulut kuning, pulut panggang, pulut inti, lemak cili padi, budu, ulam raja, umai, hinava, bambangan, manok pansuh, tuak
`;
const CUSTOMS = `
baju kurung, baju kurung moden, baju melayu, baju raya, baju kebaya, kebaya nyonya, kain batik, kain pelikat, kain songket, songket,
batik cap, batik lukis, tudung bawal, sampin, songkok, tanjak, kasut manik, akad nikah, bunga manggar,
bunga telur, cukur jambul, pasar malam, pasar tani, pasar seni, gotong royong, duit raya, sampul raya, kad raya, tabung haji,
bank islam, bank rakyat, bank negara, pos laju, sekolah kebangsaan, sekolah agama
`;
const PLACES = `
kuala lumpur, kuala terengganu, kuala selangor, kuala kangsar, kuala kubu bharu, kuala perlis, kuala kedah, kuala lipis, kuala pilah,
kuala besut, kuala krai, kuala langat, johor bahru, johor bharu, kota bharu, kota bahru, kota kinabalu, kota tinggi, kota damansara,
kota kemuning, kota samarahan, kota belud, kota marudu, kota warisan, shah alam, setia alam, alam impian, petaling jaya, subang jaya,
putra jaya, batu pahat, batu gajah, batu caves, batu ferringhi, batu buruk, batu kawan, batu maung, sungai petani, sungai buloh,
sungai besi, sungai long, sungai siput, sungai besar, sungai dua, sungai ara, sungai udang, sungai merah, alor setar, alor star,
alor gajah, bukit mertajam, bukit bintang, bukit jalil, bukit tinggi, bukit indah, bukit jelutong, bukit raja, bukit beruntung, bukit bakri,
bukit baru, bukit minyak, pulau pinang, pulau tikus, pulau langkawi, pulau redang, pulau perhentian, pulau tioman, pulau pangkor,
pulau sebang, seri kembangan, sri petaling, sri hartamas, seri iskandar, sri aman, seri manjung, ayer hitam, air hitam, air keroh,
ayer keroh, air itam, ayer itam, air tawar, tanjung malim, tanjung bungah, tanjung tokong, tanjung aru, tanjung karang, teluk intan,
teluk kumbar, teluk cempedak, teluk belanga, port dickson, padang besar, padang serai, padang jawa, parit buntar, parit raja, parit jawa,
simpang pulai, simpang renggam, simpang ampat, simpang empat, pasir gudang, pasir mas, pasir puteh, pasir panjang, gelang patah,
gua musang, tanah merah, tanah rata, rantau panjang, pantai dalam, pantai timur, pantai remis, negeri sembilan, seberang perai,
seberang jaya, seberang takir, desa parkcity, bandar utama, bandar sunway, bandar baru bangi, bandar kinrara, bandar puteri,
bandar botanic, bandar tun razak, pusat bandar, pusat bandar damansara, ulu langat, hulu langat, hulu selangor, ulu tiram, ulu yam,
pengkalan chepa, permatang pauh, gong badak, cheras selatan, puncak alam, puncak jalil, kampung baru, kampung jawa,
medan gopeng, medan ipoh, taman tun, taman melawati, taman connaught, taman molek, taman pelangi, taman daya
`;
const NAMES = [HOLIDAYS, DISHES, CUSTOMS, PLACES].flatMap((list) => list.split(",").map((name) => name.trim().split(" ")));

/** The names by their first word, the longest first. */
const BY_FIRST = Map.groupBy(
  NAMES.toSorted((a, b) => b.length - a.length),
  ([first = ""]) => first,
);

/** What the names of streets and places begin with: "Jalan Kenanga". */
const BEFORE_NAMES = new Set(
  "jalan jln taman tmn kampung kampong kg lorong lrg bukit bandar kuala kota sungai sg pulau tanjung teluk desa seri sri alor persiaran lebuh lebuhraya wisma menara parit simpang pengkalan permatang gunung".split(
    " ",
  ),
);

/**
 * @param words in lower case.
 * @param isName whether a word behind "Jalan" or "Taman" may be a part of the name.
 */
export function withoutNames(words: readonly string[], isName: (word: string) => boolean): string[] {
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const name = BY_FIRST.get(word)?.find((one) => one.every((part, place) => words[at + place] === part));
    const next = words[at + 1];
    if (name) at += name.length;
    else if (BEFORE_NAMES.has(word) && next !== undefined && isName(next)) at += 2;
    else {
      rest.push(word);
      at++;
    }
  }
  return rest;
}
