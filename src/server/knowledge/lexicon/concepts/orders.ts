/** Booking, ordering, delivery, warranty, rules. See ../concepts.ts for the format. */
export const ORDERS = `
[booking act]
book booking reserve reservation appointment make_appointment slot_booking set_appointment secure_date lock_date book_a_slot arrange bookings booked reserved reserving pre-book prebook make_a_booking make_a_reservation place_a_booking secure_a_slot save_a_spot hold_a_spot chope advance_booking lock_in_date | tempah tempahan janji_temu temujanji appointment booking buat_temu_janji tetapkan_tarikh lock_tarikh kunci_tarikh buat_tempahan buat_booking tempah_slot reserve_tempat cup_tempat simpankan_tempat ambil_slot bukukan ambil_nombor
walk_in walkin without_appointment no_appointment just_come straight_away come_directly turn_up drop_by walk-in walkins walk_ins just_turn_up just_drop_by drop_in show_up without_booking no_booking no_need_to_book on_the_spot without_appt | walk_in datang_terus tanpa_temujanji terus_datang singgah walkin datang_je datang_je_terus redah terus_pergi tak_payah_booking tanpa_booking tanpa_tempahan serbu
order ordering place_order purchase preorder pre-order buy orders orders_online ordered placing_an_order purchasing purchased make_an_order | pesan pesanan order beli pembelian membeli pra-tempah tempah_awal buat_order buat_pesanan oder
confirm confirmation confirmed secure confirmation_message confirming verify verified | sahkan pengesahan confirm disahkan pengesahan_tempahan confirmkan
available availability vacancy vacant free_slot got_slot still_open full fully_booked | kosong kekosongan ada_slot masih_ada penuh available
register registration sign_up signup enrol enroll join enrolment apply application admission intake signing_up registering enrolling registration_fee enlist join_up get_in | daftar pendaftaran mendaftar join sertai menyertai masuk permohonan mohon memohon pengambilan kemasukan daftarkan mendaftarkan daftar_masuk_kelas cara_daftar nak_join
form fill_in fill_up online_form application_form google_form forms online_application fill_form | borang isi_borang isi_form form_online
waiting_list waitlist | senarai_menunggu
steps how_to procedure process what_to_do how_do_i how_does_it_work the_process how_it_works | cara langkah prosedur proses macam_mana bagaimana proses_dia caranya camne_nak macam_mana_nak macam_mana_proses
requirement requirements need_to_bring what_to_bring bring prepare needed required criteria condition conditions eligible qualify prerequisites documents_needed must_have what_do_i_need what_should_i_bring things_to_bring need_to_prepare criterion entry_requirements qualification qualifications | syarat keperluan perlu_bawa bawa sediakan diperlukan kelayakan layak terma kena_bawa apa_perlu apa_kena_ada benda_perlu syarat-syarat kriteria perlu_sediakan kena_sediakan
terms policy rule rules regulation t&c terms_and_conditions fine_print house_rules tnc guidelines | terma polisi peraturan syarat terma_dan_syarat syarat_dan_terma peraturan_rumah
sample swatch example portfolio sample_photo catalogue catalog brochure samples show_me_photos past_work previous_work before_and_after look_at_your_work | sampel contoh portfolio katalog risalah brosur contoh_gambar hasil_kerja kerja_lepas
custom customise customize customized personalised personalized made_to_order bespoke own_design tailor_made customised_order special_order special_request own_text own_name own_logo own_photo personalisation personalization | custom tempahan_khas ikut_kehendak rekaan_sendiri ikut_citarasa buat_khas tempah_khas ikut_design_sendiri letak_nama ikut_permintaan permintaan_khas
design layout sketch artwork mockup draft drawing revise revision amendment | reka_bentuk design lakaran rekaan lukisan pelan draf pindaan
change modify amend alter edit switch adjustment changing changes modified amended editing alteration_order update_order | tukar ubah pinda ubahsuai menukar pertukaran buat_perubahan tukar_sikit ubah_sikit perubahan
quantity how_many pieces units number_of moq pcs amount how_many_pcs amounts number_of_pieces in_bulk units_available | kuantiti berapa_banyak keping unit biji bilangan bilangan_unit berapa_unit berapa_keping berapa_biji jumlah_unit
[delivery act]
delivery deliver ship shipping shipment send courier post postage mail drop_at dispatch delivered sent send_out parcel deliveries delivering deliver_to send_to_my_house ship_out shipped post_out posted courier_service delivery_service delivery_charge mail_out send_over bring_to_my_house | hantar penghantaran pos kurier kos_pos menghantar dihantar rider bungkusan poskan kirim kiriman hantarkan penghantaran_rumah hantar_rumah hantar_sampai pos_barang poskan_barang delivery_charges caj_hantar hantar_ke pengeposan dipos diposkan > poslaju=pos_laju jnt=j&t=jnt_express dhl gdex ninja_van
self_pickup self_collect collect collection pick_up_myself pickup pick_it_up take_it_myself self-pickup self-collection self_collection come_and_take pick_up_in_store collect_in_person collect_from_shop come_get_it fetch_it_myself collect_it pickup_point collection_point | ambil_sendiri pickup ambil self_pickup kutip ambik pengambilan ambil_di_kedai ambik_sendiri datang_ambil ambil_kat_kedai pergi_ambil
takeaway take_away tapau tapao to_go take_out takeout take_home pack_to_go bring_home | bungkus tapau bawa_balik bawak_balik bungkus_bawa_balik ikat_tepi
drive_through drive_thru curbside | pandu_lalu
tracking track track_order tracking_number order_status where_is_my_order tracking_no where_is_my_parcel where's_my_parcel parcel_status consignment_number | jejak no_tracking status_pesanan tracking nombor_jejak nombor_tracking barang_dekat_mana parcel_sampai_mana nombor_konsainan
packaging pack packing box wrap bubble_wrap wrapping boxed bag container packed_nicely packed boxes | bungkusan kotak balut pembungkusan bungkus_kemas plastik bekas cara_bungkus dibungkus dibalut pembungkus
fragile break_in_transit damaged_on_arrival | mudah_pecah pecah_masa_pos
import pre_order_china taobao | import
online_order order_online website_order | beli_online pesan_online > shopee lazada tiktok_shop grabfood foodpanda shopeefood
install installation fitting set_up setup mount assemble assembly fix_up fitted installing installed put_up fixing_up set_it_up hook_up assembled | pasang pemasangan memasang dipasang pemasang pasangkan tolong_pasang siap_pasang
rent rental lease hire renting borrow loan_item loaner loan_unit on_loan rented rents for_rent on_rent lend lending borrowed borrowing leasing hire_out | sewa menyewa sewaan penyewaan pinjam pinjamkan disewa sewakan meminjam pinjaman_barang
sell selling sales buy_back buyback trade | jual menjual jualan beli_balik
secondhand second_hand used preloved pre-owned refurbished refurb recon recond pre-loved second-hand hand-me-down old_unit reconditioned | terpakai second_hand preloved rekon bundle_baju barang_terpakai secondhand bundle
new brand_new unused brand-new | baru baharu baru_lagi serba_baru
original genuine authentic ori oem fake copy counterfeit imitation real_one not_fake genuine_parts original_parts | original tulen asli ori tiruan bukan_tiruan ori_ke barang_ori
brand make model_brand which_brand | jenama brand
type types kind variety range option options choice selection variation types_of kinds_of different_types assortment range_of | jenis pilihan variasi macam pelbagai jenis-jenis pelbagai_jenis macam-macam_jenis
stock in_stock restock out_of_stock sold_out ready_stock back_in_stock run_out available_stock still_have in_stock_now any_left still_got ready_stocks stock_up availability_of_stock sold-out | stok restok habis_stok ready_stock kehabisan stok_baru masih_ada_stok ada_stok lagi stok_ada dah_habis habis_dah tinggal_berapa barang_ada
popular best_seller bestseller recommend recommendation favourite favorite signature top_selling must_try whats_good what's_good suggest suggestion most_popular people_like bestsellers top_seller customers'_favourite hit | popular laris paling_sedap cadangan syorkan cadang terlaris disyorkan terbaik saranan sesuai_untuk paling_laku laku laris_manis paling_ramai_beli menjadi_pilihan femes
list menu full_list catalogue_list what_do_you_have | senarai menu apa_yang_ada
[warranty attr]
warranty guarantee guaranteed covered coverage under_warranty cover_damage guaranteed_for warranties warranty_period money-back_guarantee | waranti jaminan garansi jamin dilindungi perlindungan tempoh_waranti ada_waranti waranty warranti
repair fix mend service_repair restore troubleshoot servicing rectify repairing repaired fixing fixed repairable restoring | baiki membaiki repair servis pembaikan betulkan diperbaiki perbaiki repair_balik baikpulih baik_pulih dibaiki membaikinya pulihkan
damage broken faulty spoil spoilt crack cracked defective defect not_working malfunction torn leaking leak stuck dead problem issue scratch dent jammed damaged breaks broke breakage malfunctioning acting_up doesn't_work does_not_work stopped_working not_functioning won't_turn_on spoiled cracks snapped ruined wear_and_tear dented scratched | rosak kerosakan pecah cacat retak tak_berfungsi bocor calar kemek koyak masalah patah tersangkut mati jem meragam tak_boleh_guna tak_hidup tak_jalan rosakkan terjatuh pecah_sikit tercalar rosak_teruk patah_dua
lost missing lose misplace left_behind forgot stolen lost_it gone_missing misplaced missing_item left_it_behind lost_and_found | hilang tercicir tertinggal kehilangan kecurian kehilangan_barang terhilang barang_hilang tertinggal_barang
maintenance maintain upkeep care_instruction take_care look_after service_interval maintained looking_after taking_care caring_for care_for | penyelenggaraan jaga penjagaan selenggara rawat menjaga cara_jaga jaga_elok
inspection check diagnose diagnosis inspect checking examine look_at assessment survey site_visit measure visit inspected site_inspection come_and_see come_have_a_look take_a_look evaluate evaluation checked | periksa pemeriksaan semak diagnosis tengok lawatan_tapak ukur pengukuran survey penilaian lawat datang_tengok tengok_tempat datang_check periksa_dulu semakan
replace replacement new_part change_part spare_part spare sparepart part parts replaced replacing changed_out swap_out new_one | ganti gantian alat_ganti tukar_baru spare_part menggantikan gantikan diganti tukarkan_baru ganti_yang_baru
quality durable long_lasting sturdy good_quality grade well_made good_build material_quality premium_quality hold_up | kualiti tahan_lasak kukuh bermutu gred kualiti_bagus tahan_lama_tak kualiti_macam_mana
test trial try try_out demo free_trial trial_class tester fitting_session try_on tested testing try_before trial_session taster sample_session | cuba percubaan uji test mencuba cuba_dulu try_dulu percubaan_percuma test_dulu
insurance insured claim policy_insurance takaful panel insured_for insurance_claim medical_card coverage_insurance | insurans tuntutan takaful panel kad_perubatan kad_medikal dilindungi_insurans
contract agreement commitment tie_in lock_in minimum_contract tenancy bound tied_down locked_in contracts sign_agreement commit minimum_period minimum_stay minimum_term lock-in | kontrak perjanjian komitmen ikatan terikat kena_ikat tempoh_minimum ikat_kontrak terikat_kontrak
safe safety secure protected harmless dangerous risk risky danger safely hazard hazardous security_measures | selamat keselamatan bahaya berbahaya risiko tak_bahaya bahaya_tak selamat_tak keselamatan_anak
legal licence license licensed permit authorised registered certified_by registered_with accredited accreditation recognised moe_registered | lesen berlesen permit sah_disisi berdaftar diiktiraf berdaftar_dengan sah_berdaftar ada_lesen bertauliah_dengan
[rule attr]
allowed allow permitted can_i_bring may_i permission let_me can_i_use am_i_allowed are_we_allowed permissible okay_to fine_to can_bring is_it_ok | dibenarkan benarkan boleh_bawa kebenaran izin dibolehkan boleh_ke_bawa dibenarkan_ke ok_ke_kalau benarkan_ke
forbidden prohibited not_allowed banned no_entry strictly not_permitted no-go prohibit off_limits restricted | dilarang tidak_dibenarkan larangan tak_boleh haram tak_dibenarkan tak_bagi tidak_boleh pantang_larang
outside_food bring_own_food own_food outside_drinks corkage food_from_outside bring_our_own_food bring_own_cake own_drinks outside_cake | makanan_luar bawa_makanan bawa_makan_sendiri makanan_dari_luar bawa_kek_sendiri bawa_bekal makanan_sendiri
smoking smoke cigarette vape vaping smoking_area non_smoking | merokok rokok vape hisap_rokok
noise noisy loud quiet_hours party_noise | bising kuat bunyi
dress_code what_to_wear attire footwear shoes_required wear outfit_code wear_what clothing_requirement | pakaian kod_pakaian pakai_apa etika_pakaian pakaian_apa nak_pakai_apa pakaian_sesuai pakaian_wajib
alcohol liquor | arak alkohol > wine beer=bir rum whisky
pet_friendly bring_pet bring_dog | bawa_haiwan bawa_kucing
photography_allowed | boleh_bergambar
age_limit minimum_age how_old old_enough years_old age aged years_of_age minimum_age_requirement age_requirement age_group age_range under_age underage what_age which_age | umur had_umur berapa_tahun usia berumur berapa_umur had_usia umur_minimum umur_berapa peringkat_umur bawah_umur
height_limit height tall how_tall minimum_height | tinggi ketinggian setinggi berapa_tinggi
weight_limit weight heavy kg kilo kilogram weighs how_heavy kgs kilos weight_in | berat kg kilo kilogram timbang berapa_kilo berapa_kg seberat beratnya
private privacy confidential | privasi peribadi sulit tertutup
`;
