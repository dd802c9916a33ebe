/** How people type Malay: short forms, dialect words, particles. Data only; see docs/answers.md for how to add a word. */

/** The usual word, then its typed variants; `_` joins words. */
export const SPELLINGS = `
berapa: brp brapa brape berape bape bpe brpa berpe brapo bapo
harga: hrga hrg harge argo
apa: ape ap apo ape2 apa2 apakah amenda menatang
mana: mane mna mano manakah
siapa: sape spe sapo siapakah
bila: bile bl bilo bilakah
bagaimana: bgmn bgaimana camne camna cmne cmna mcmne mcmna macamana macamane camana camner cane guane lagumana lagu_mana mcm_mana mcm_mane macam_mane cmni mcmmana
kenapa: knp knapa napa nape kenape pasai_pa pehal
boleh: blh bole bley buleh leh bleh blhkah bolehkah buleh
tidak: tak x tk dak tdk xde tok ndak tiada_lah tiadak
tak_ada: xda xde takde takda tade tada xada takdo xdak takdak tadak
ada: ad ade ader ado adakah adekah dak
nak: nk nok naq mau mahu hendak hndak nakk
hendak: hndk
dan: n dn
dengan: dgn dngn ngan ngn dg
untuk: utk untk tuk
yang: yg yng
dalam: dlm dlam
pada: pd
kepada: kpd
dekat: dkt kt kat dkat
dari: dr dri drp
daripada: drpd
sebab: sbb psl
saya: sy sya sye saye ana den teman cek gua gue hamba
awak: awk ko hang hangpa korang kamurang kau mu demo
kita: kte kitaorang kitorang ktorg kami_orang
mereka: depa dorang diorang diaorg deme
orang: org oghang ughang oran
sudah: dah dh sdh udah doh sudah_kah
belum: blm lom belom lum
lagi: lg lgi lagik
juga: jg jgk gak jugak jgak
sahaja: je jer saja shj ja sahja jah jeh
sangat: sgt sngt
banyak: byk bnyk
kalau: klu kalo klo kl kalu lau jika bila_kalau
macam: mcm cam mcam lagu
selepas: lps lepas slps slepas
sebelum: sblm sblum
sampai: smpai smp smpi sampe smpa
hingga: hngga hgga
hari: ari hri aghi
minggu: mggu mingu
bulan: bln bulang
tahun: thn taun
jam: jm
minit: mnt minet
pukul: pkl pukoi kul pukui
esok: esk bsok besok sok esuk esokk
semalam: smlm
malam: mlm malap malang
pagi: pgi pg_ni
petang: ptg ptang petey
sekarang: skrg skrang skang skarang la_ni loni
buka: bukak bka buke bukok bukk
tutup: ttp tutop tutuk
hantar: htr antar hntr anta hantaq hanto anter antor
ambil: ambik amik amek amk ambk amil
bayar: byr bayaq byar baya bayo
beli: bli
jual: jua juai jwl
tempah: tmpah tempoh_kek tmph
tempahan: tmphn tmpahn
pesan: psn
datang: dtg dtang mai mari
pergi: pegi pi gi pg prgi
rumah: rmh umah ghumah umoh
kedai: kdai kede kedey kdei
kereta: krta keta kete kreta kereto
motor: moto
telefon: tepon fon phon telepon tel
nombor: nmbr nombo nombot nmbor nombr
alamat: almt
lokasi: lksi
tempat: tmpt tmpat tpt
makan: mkn makang
minum: mnum
anak: ank
budak: bdk budok
kawan: kwn
suami: hubby husband
isteri: wife bini
kecil: kecik kcik kecit kecik2
besar: besau beso bsr besaq
murah: murahh mughah
mahal: mahai mahei
sikit: skit sket cikit sedikit
percuma: prcuma pecuma free_je
penuh: pnuh
kosong: ksong
boleh_tak: bolehtak
terima_kasih: tq trima_kasih tenkiu timakasih trimas mekasih terimakasih
assalamualaikum: salam aslm askm slm aslmkm assalam mualaikum
selamat: slmt
pakai: pakei pki
guna: gune
pasang: psg
rosak: rosok rosk
hilang: ilang
cari: caghi cr
tengok: tgk tngok tgok kelih nengok
tanya: tnya tny tanyo tnye nanya
beritahu: bgtau bagitau bgthu gtau habaq roytau
tahu: tau taw thu
jadi: jd
kerja: keje kje krje
sekolah: skolah skola
kelas: kls kelah
belajar: blajar
bagi: bg
ini: ni nie
itu: tu
lama: lame lamo
panas: paneh
sejuk: sjuk
pedas: pedih pdas
sedap: sdap sodap
susu: susuu
daging: dagin
ikan: ikang
ayam: ayang_goreng
bungkus: bngkus
pinjam: pinje
sewa: sewe
tukar: tukau tuka tukaq
cuci: cuci2
baju: bju
tambah: tmbah tmbh
kurang: kurg krg kughang
lebih: lbh
barang: brg barg baghang
bilik: blik
tandas: jamban
pintu: pntu
duit: doit pitih pitis piti
pinggan: pinge
letak: ltk letok
parking: parkin paking pakir
sejam: sejm
semua: smua sume semue sumer smue
setiap: stiap tiap tiap2
satu: stu
dua: due duo
tiga: tige
empat: empt pat
lima: lime
enam: nam
tujuh: tjuh
lapan: lape delapan
sembilan: smbilan
sepuluh: puluh
isnin: isnen snin
selasa: slasa
rabu: rebu
khamis: kamis kemih
jumaat: jumat jmaat
sabtu: sbtu
ahad: ahd
cuti: cti
bukan: bkn buke_n
masa: mse mase
lambat: lmbat
cepat: cpt cepak
bateri: bateri battri
tayar: taya tayo
minyak: minyok
pernah: penah pnah
dapat: dpt dapek
perlu: prlu kene kena
kena: kne
mesti: msti
lain: laen len
sama: same
sendiri: sdiri sndiri
luar: lua
atas: ateh
bawah: bwh
depan: dpan dpn
belakang: blkg belakey
tepi: tpi
jauh: jauhh
maklumat: info maklmt
resit: resit2
gambar: gmbr gambo gmbar
warna: wrna wane kaler kale
saiz: size_baju sais saizz
jenis: jnis
umur: umo umuq
bersalin: brsalin
mengandung: mengandong preggy pregnan
sakit: saket
gigi: gigi2
mata: mate
rambut: rmbut ghambut
kucing: kucin kuceng
ubat: ubak
bas: bah
seorang: sorang sorg seorg
berdua: bdua
beza: bza
ganti: gnti
batal: btal
jaminan: jminan
waranti: warranti wrnti waranty
lesen: lsn leseng
daftar: dftr dftar
borang: borg
dokumen: dokumn
sijil: sjil
ansuran: ansurn
deposit: depo depost dposit
diskaun: diskoun diskon discaun
promosi: promo2
bawa: bwk bawak bwa bwak
sekali: skali skli sekalik
ringgit: hengget inggit rgt rinjet ghinggit
masuk: msuk msk masok
keluar: kluar klua kuar
tunggu: tnggu tgu tunggu2
jalan: jln2
sempat: smpat
mandi: mndi
tidur: tdo tido tdur tidor
balik: blek balek blk2 balit
habis: hbis hbs abis abeh habih
tak_boleh: xleh xboleh xbole xblh xbleh takleh taleh
tak_nak: xnak xnk tanak
tak_tahu: xtau xtahu taktau
tak_sempat: xsmpat xsempat
jangan: jgn jngn
cakap: ckp cakp
cukup: ckup cukop
bersih: brsih bersehh
waktu: wktu wkt
rasa: rsa rase
tolong: tlg tlong tolonglah
jumpa: jmpa jmp
nanti: nnt nti nnti
betul: btl btul btol betoi
panjang: pnjg pnjang
pendek: pndek
tinggi: tggi tingi
berat: brt
berhenti: brhenti henti
lepas_itu: lpstu lepastu pastu
macam_itu: mcmtu camtu cmtu
perempuan: pompuan prmpuan ppuan
lelaki: laki2 llki
sorang: sowang
berapa_harga: brphrga
hujung_minggu: wiken weken
cawangan: cawgn
parkir: parkeng
tingkat: tgkt tgkat
jemput: jmput
simpan: smpn smpan
tinggal: tggl tgl
pinda: pindah_tarikh
pakej: pkj pkg pekej pekage
pendaftaran: pndaftaran pendftaran
bertunang: tunang2
kahwin: kawen kawin kwin
gigit: gget
muntah: mtah
demam: dmam
bengkak: bngkak
penghantaran: pnghantaran
pembayaran: pmbayaran
`;

/** Words that do not show what a question is about. */
export const EMPTY =
  "abang apa apakah bang punya sepek ada adakah adalah aku akak akan anda agar atas_tu atau ataupun atok awak ada_tak bagi bagaimana baik bahawa berapa bila boleh bolehkah bolehlah bos bro cik cuma dan dapat dapatkah dah dari daripada dekat dengan di dia dik dulu encik " +
  "ha haa hah haha hehe hmm hendak ialah iaitu ingin ini itu ja jadi je jer jom juga kah kak kakak kalau kalian kami kamu kan kat ke kena kenapa kepada ker kerana kita ko la lah lagi macam mak makcik mahu mereka min minta mohon mungkin mu nak nanti " +
  "nya oh ok oleh orang_sini pada pakcik pasal per pernah perlu pls pon pula pulak pun puan rasa sahaja saja saya sangat sebab sekali sekarang_ni selain semua sini situ sis sudah supaya tak tahu tanya tapi telah tentang terhadap tersebut tetapi tidak tolong tu tuan ni untuk weh wei woi ya " +
  "yang ye yo eh ek dok gak lor bah bha kot tau nih tuh duk dok gitu gini lah2 aje boss admin adik sikit betul tengah kira kiranya contoh maksud maksudnya selalu selalunya biasa biasanya kata cakap beritahu jawab tengok cari datang pergi bawak2 rindu harap keluar jalan2 ada2 ye2 salam assalamualaikum terima_kasih terima kasih selamat khabar";
