/** What visitors ask particular trades for. See ../concepts.ts for the format. */
export const TRADES = `
[dish thing]
potato fries wedges mashed_potato | kentang ubi keledek
sausage frankfurter hotdog | sosej
burger burgers patty | burger daging_burger
nugget nuggets | nugget
dumpling dumplings gyoza wonton siew_mai dim_sum bun_steamed | pau dimsum kuih_pau
spring_roll popiah | popia
curry_puff samosa | karipap samosa
murtabak | murtabak
flour dough batter | tepung doh adunan
marinate marinated seasoning | perap perapan rempah
cheesecake tiramisu brownie brownies | kek_keju tiramisu brownies
red_velvet velvet | red_velvet
biryani briyani | beriani briyani nasi_beriani
nasi_kandar | nasi_kandar
nasi_ayam chicken_rice | nasi_ayam
nasi_kerabu nasi_dagang | nasi_kerabu nasi_dagang
tomyam tom_yum | tomyam
steamboat hotpot | steamboat
char_kuey_teow | char_kuey_teow kuetiau_goreng
mee_goreng fried_noodles | mi_goreng mee_goreng
porridge congee | bubur
ketupat lemang | ketupat lemang
duck | itik
goat_whole | kambing_golek
liver intestine tripe | hati perut
head fish_head | kepala
roe eggs_fish | telur_ikan
papadom | papadom
crackers fish_cracker lekor | keropok lekor keropok_lekor
anchovy | bilis ikan_bilis
salted_egg | telur_masin
mushroom | cendawan
onion garlic | bawang
corn | jagung
cucumber tomato | timun tomato
syrup rose_syrup | sirap
soda soft_drink coke cola carbonated | air_gas minuman_bergas
milo_drink | milo
bubble_tea boba | bubble_tea boba
sugarcane | tebu air_tebu
dates | kurma
soy soybean tofu | soya tauhu tempe
jam kaya spread | kaya jem
cookies_raya | kuih_raya biskut_raya
lunch_box packed_meal bento | nasi_bungkus bekal
[tradegoods thing]
bottle_milk breast_pump | botol_susu
cartridge | kartrij
keychain magnet | rantai_kunci
frame_wood wood_frame | bingkai_kayu
rope string | tali
pole stick | tiang tongkat kayu_panjang
cushion seat_cover | kusyen sarung_kusyen
leather | kulit_tulen
sponge foam | span busa
brush broom | berus penyapu
bucket pail | baldi
gas_cylinder cylinder | tong_gas tong
hose | hos
valve nozzle | injap
chain | rantai
hinge handle knob | engsel tombol pemegang
hole leak_hole | lubang
wheelbarrow | kereta_sorong
fishing fishing_rod bait hook reel | memancing pancing joran umpan mata_kail
boat_rental boat_trip | sewa_bot
tent sleeping_bag | khemah beg_tidur
stove_gas | dapur_gas
bike_part chain_bike | rantai_basikal
aquarium fish_tank | akuarium
seed seeds | benih biji_benih
fertilizer compost | baja kompos
pot_plant | pasu
grass_cut lawn mow | potong_rumput mesin_rumput
palm_oil | sawit kelapa_sawit
honey_bee stingless | kelulut madu_kelulut
incense | kemenyan
perfume_sample | minyak_attar
stationery pen pencil | alat_tulis pen pensel
magazine newspaper | majalah surat_khabar
spectacle_coating blue_light anti_glare | lapisan_cahaya_biru
hearing_aid | alat_bantu_dengar
progressive multifocal | progresif
astigmatism short-sighted | silau rabun_jauh
[tradework thing]
embroider print_on_shirt heat_press silkscreen sublimation dtf | cetak_baju silkscreen sublimasi sulam_baju
hem_pants shorten_pants zip zipper button | zip butang pendekkan_seluar
bidang width_scarf | bidang
instant_tudung instant_shawl inner | instant sarung anak_tudung
iron_free ironless | tak_perlu_gosok
awning_install | awning
grille gate_grill autogate auto_gate | gril pagar_automatik autogate
water_tank tank | tangki tangki_air
water_filter filter_water | penapis_air
sofa_cleaning upholstery | cuci_sofa
mattress_cleaning | cuci_tilam
deep_clean move-in_cleaning | cuci_menyeluruh
pest_control fumigation | kawalan_serangga fumigasi
locksmith_service duplicate_key | buat_kunci salin_kunci
photo_passport visa_photo | gambar_visa
logo_design branding | reka_logo
social_media_management ads marketing | iklan pemasaran
translation notarise stamp_document commissioner_for_oaths | terjemahan pesuruhjaya_sumpah
company_registration ssm incorporate | daftar_syarikat ssm daftar_perniagaan
epf socso eis payroll_statutory | kwsp perkeso epf socso
income_statement bank_statement | penyata penyata_bank
property house_for_sale rent_house tenancy_agreement | hartanah rumah_sewa perjanjian_sewa
valuation | penilaian_harta
will_writing | wasiat
car_insurance renew_insurance windscreen | insurans_kereta cermin_depan
tyre_rotation nitrogen | nitrogen pusing_tayar
spare_tyre | tayar_simpanan
car_battery_delivery | hantar_bateri
motor_service chain_sprocket | rantai_sproket
carbon_clean | cuci_karbon
scissor_cut fade undercut kids_haircut | fade potongan
treatment_hair scalp dandruff | kulit_kepala kelemumur rawatan_rambut
ear_candle ear_wax | telinga korek_telinga
wound_dressing dressing stitches | cuci_luka jahitan_luka balut
ecg urine_test pregnancy_test scan_baby | ujian_air_kencing scan_baby imbas_bayi ujian_kehamilan
family_planning contraceptive | perancang_keluarga
diabetes_check glucose cholesterol | ujian_gula kolesterol
asthma nebuliser | asma lelah nebulizer
hfmd hand_foot_mouth contagious infectious | hfmd berjangkit
dry_needling | needling
recital_exam abrsm grade_exam_music trinity | abrsm gred_muzik
quran_class_adult | kelas_mengaji_dewasa
taekwondo silat karate martial_arts | silat taekwondo karate
ballet dance zapin | tarian balet menari
robotics coding_class | robotik
drum_class | kelas_dram
transit after_school_care daycare_after | transit
graduation_gown robe | jubah
baby_food | makanan_bayi
campsite glamping | tapak_khemah tapak_perkhemahan
farm orchard farm_visit pick_fruit | ladang kebun dusun
horse_riding | naik_kuda
archery | memanah
paintball atv | atv
cruise island_hopping | pulau_ke_pulau lompat_pulau
life_jacket | jaket_keselamatan
wedding_car | kereta_pengantin
henna_artist | pelukis_inai
kompang marhaban | kompang marhaban
qasidah nasyid | nasyid
ps_rental | sewa_ps
graphic gpu_card rtx | kad_grafik
monitor_size hz refresh_rate | kadar_segar
hdd_clone clone | klon
keyboard_switch | suis_papan_kekunci
back_glass back_cover | penutup_belakang
sim_card esim | kad_sim
prepaid postpaid data_plan | prabayar pascabayar
`;
