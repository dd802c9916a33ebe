/** Health, beauty, sport, animals. See ../concepts.ts for the format. */
export const BODY = `
[health thing]
medicine medication drug pill tablet prescription pharmacy | ubat ubat-ubatan pil farmasi preskripsi
treatment therapy procedure therapist rehab rehabilitation treat | rawatan terapi pemulihan merawat
consultation consult advice advise talk_through | konsultasi rundingan nasihat runding perundingan
sick ill unwell falls_sick fall_sick feeling_unwell not_feeling_well under_the_weather admitted hospitalised hospitalized ill_child warded unwell_child down_with medical_emergency | sakit tak_sihat jatuh_sakit masuk_wad masuk_hospital kurang_sihat tak_berapa_sihat masuk_ward demam_panas > fever=demam flu=selesema cough=batuk vomiting=muntah diarrhoea=cirit-birit
pain ache painful hurt sore hurts backpain back_pain knee_pain | sakit nyeri sengal lenguh kesakitan
injury injured sprain fracture wound surgery operation post_surgery stroke | cedera kecederaan terseliuh patah luka pembedahan strok
check_up checkup medical_check screening health_screening blood_test | pemeriksaan_kesihatan saringan ujian_darah
vaccine vaccination vaccinated jab injection immunisation immunization | vaksin suntikan imunisasi vaksinasi
mc medical_certificate sick_leave doctor's_letter doctor_letter | sijil_sakit mc cuti_sakit surat_doktor
referral_letter refer | surat_rujukan
panel_clinic guarantee_letter gl | klinik_panel surat_jaminan
tooth teeth dental | gigi > scaling=cuci_gigi extraction=tooth_extraction=cabut_gigi=cabut filling=tampal_gigi braces=pendakap_gigi=pendakap whitening=putihkan_gigi denture=gigi_palsu
eye eyes vision eyesight eye_test sight_test | mata penglihatan ujian_mata rabun
glasses spectacles specs | cermin_mata spek > frame=frames=bingkai lens=lenses=kanta progressive=progresif sunglasses=cermin_mata_hitam
contact_lens contact_lenses | kanta_lekap kanta_sentuh
blood blood_pressure hypertension heart | darah darah_tinggi jantung
scan imaging | imbasan > x-ray=xray=x_ray ultrasound=ultrabunyi mri ct_scan
physiotherapy physio | fisioterapi fisio
massage spa reflexology foot_massage urut | urut urutan spa refleksologi
cupping bekam | bekam
circumcision khatan | khatan sunat
confinement postnatal | pantang berpantang
mental_health counselling counsellor anxiety | kaunseling kesihatan_mental
[beauty thing]
hair haircut cut_hair trim hairstyle fringe | rambut gunting_rambut potong_rambut gunting
shave beard moustache | cukur janggut misai
hair_treatment | rawatan_rambut > colour_hair=hair_dye=dye=warna_rambut=warnakan_rambut highlight=highlights bleach_hair rebonding=straightening=luruskan perm keratin
skin facial face acne pimple pimples | kulit muka facial jerawat wajah
makeup make-up make_up bridal_makeup | solekan mekap makeup solek andaman
nail nails manicure pedicure gel polish_nail | kuku manikur pedikur
eyelash lash lashes eyebrow brow microblading | bulu_mata kening
waxing hair_removal laser | waxing buang_bulu laser
henna | inai
skincare | penjagaan_kulit > serum sunscreen moisturiser=pelembap
tattoo | tatu
slimming lose_weight weight_loss | kurus langsing turun_berat
[sport thing]
gym fitness workout train exercise weights training treadmill work_out exercise_area gymnasium | gim kecergasan senaman bersenam latihan tempat_gym masuk_gym angkat_besi
group_class | kelas_kumpulan > yoga pilates zumba hiit spin=spinning aerobic=aerobik
personal_trainer personal_training pt_session | jurulatih_peribadi
swimming swim pool swimming_pool | renang kolam kolam_renang mandi_kolam berenang
sauna | sauna > steam_room jacuzzi
locker lockers changing_room shower showers | loker bilik_salin mandi pancuran
sport court | sukan gelanggang > futsal football=bola_sepak badminton tennis=tenis basketball pickleball racket=raket
outdoor_activity | aktiviti_luar > hiking=mendaki=trekking camping=berkhemah kayak=kayaking snorkeling=snorkelling diving=menyelam climbing=memanjat
tournament competition contest league match | pertandingan kejohanan liga
game games gaming console vr esports | permainan game gaming
[animal thing]
pet pets animal animals my_cat my_dog furkid fur_kids pets_allowed | haiwan binatang haiwan_peliharaan peliharaan bela_kucing haiwan_kesayangan anak_bulus
cat cats kitten | kucing anak_kucing
dog dogs puppy | anjing anak_anjing
small_animal | haiwan_kecil > rabbit=arnab hamster bird=burung fish_pet turtle=kura-kura
grooming groom bath_pet | dandanan grooming mandikan
boarding pet_hotel pet_boarding cat_hotel kennel cage | hotel_haiwan sangkar kandang hotel_kucing titip penjagaan_kucing
neuter spay sterilise | mandul kasi pemandulan
flea ticks fleas deworm | kutu cacing
vet veterinary veterinarian | doktor_haiwan veterinar
pet_food kibble litter | makanan_kucing pasir_kucing makanan_haiwan
microchip | mikrocip
`;
