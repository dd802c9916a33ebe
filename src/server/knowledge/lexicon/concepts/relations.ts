/** Order, amount, sides, measures, common verbs. See ../concepts.ts for the format. */
export const RELATIONS = `
[relation attr]
after afterwards later_than | selepas lepas selepasnya kemudian
before prior beforehand | sebelum sebelumnya
first 1st | pertama
second_one 2nd | kedua
third 3rd | ketiga
next following coming | depan berikut berikutnya akan_datang seterusnya
last previous | lepas_ni terakhir yang_lepas
every each | setiap tiap tiap-tiap
without no | tanpa tiada tak_ada
both two_of_them | kedua-dua dua-dua
between | antara
more_than over above exceed exceeds beyond | lebih_daripada melebihi lebih_dari atas_daripada
less_than under below fewer | kurang_daripada bawah kurang_dari
only just_one | hanya cuma
another other | lain satu_lagi
never | tak_pernah tidak_pernah
again repeat | semula ulang diulang sekali_lagi
compulsory must mandatory necessary required_to have_to | wajib mesti diwajibkan hendaklah
optional not_compulsory | tidak_wajib tak_wajib pilihan_sendiri
basic standard normal ordinary regular plain | asas biasa standard kosong
premium deluxe luxury exclusive | premium mewah eksklusif deluxe
single | bujang tunggal
double twin | berkembar kembar dua_kali_ganda
old older | lama tua
young younger | muda
main | utama
left_side left | kiri
right_side right | kanan
up upper rise go_up raise increase | naik atas meningkat dinaikkan
down lower come_down drop decrease | turun bawah menurun
front | depan hadapan
middle centre | tengah
round circle | bulat pusing pusingan
straight direct directly non-stop | terus langsung
clear | jelas terang
empty | kosong
wide width | lebar luas
deep depth | dalam kedalaman
heavy_load heavy | berat
early_bird | awal
enough sufficient | cukup mencukupi
almost nearly about around roughly approximately | lebih_kurang kira-kira dalam_lingkungan sekitar
usually normally | biasanya selalunya
[measure attr]
inch inches | inci
foot feet ft | kaki sekaki
metre meter metres meters | meter semeter
centimetre cm centimeter | sentimeter
litre liter litres liters | liter seliter
gram grams gm | gram
kilogram_unit | sekilo
tonne ton tonnes tons | tan
square sqft square_feet square_metre | persegi kaki_persegi
watt kilowatt kw kwp kwh | watt kilowatt
degree degrees celsius temperature | darjah_celsius suhu
[deed act]
make made do done produce homemade home-made handmade | buat dibuat membuat buatan sendiri_buat hasil
name named called | nama bernama
show shows present | tunjuk tunjukkan menunjukkan
receive accept take_in welcome received accepts | terima diterima menerima
request ask_for | minta diminta permintaan
follow | ikut mengikut
choose pick select chosen decide | pilih memilih dipilih
promise sure guarantee_that | janji
move_thing shift carry lift_up | alih pindahkan angkat mengangkat
turn_on switch_on | hidupkan pasangkan
turn_off switch_off | matikan tutupkan
stop | berhenti
go leave depart departure set_off | pergi bertolak berlepas keluar
arrive reach_there arrival_time | sampai tiba ketibaan
come visit visiting | datang kunjung melawat lawat
live stay_at reside | tinggal duduk menetap
see look view_it preview | tengok lihat melihat
find search look_for | cari mencari
know_more learn_more | ketahui
speak_with meet meet_up see_someone | jumpa berjumpa temu
give provide hand_over | beri diberi memberi bagi serah serahkan diserahkan
buy bought | beli dibeli membeli
share split_bill | kongsi berkongsi
combine mix mixed merge | campur campuran gabung gabungkan
separate_it split | asingkan pisah
open_up | buka_pintu
close_up | tutupkan_pintu
fill refill_it pump | isi mengisi pam
count calculate | kira dikira
prepare ready_up | sedia persediaan menyediakan
help assist_me | bantu membantu
worry afraid scared nervous fear | takut risau bimbang gementar
pass passed lulus | lulus
fail failed | gagal
approve approval approved permission_from | kelulusan diluluskan
update inform notify remind reminder notification | maklum maklumkan ingatkan peringatan dimaklumkan kemaskini
hang | gantung
sit | duduk
stand | berdiri
sleep_here | tidur
cry | menangis
play_with | main
`;
