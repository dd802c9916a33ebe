/** Booking, ordering, delivery, warranty, rules. See ../concepts.ts for the format. */
export const ORDERS = `
[booking act]
book booking reserve reservation appointment make_appointment slot_booking set_appointment secure_date lock_date book_a_slot arrange | tempah tempahan janji_temu temujanji appointment booking buat_temu_janji tetapkan_tarikh lock_tarikh kunci_tarikh
walk_in walkin without_appointment no_appointment just_come straight_away come_directly turn_up drop_by | walk_in datang_terus tanpa_temujanji terus_datang singgah walkin datang_je
order ordering place_order purchase preorder pre-order buy orders | pesan pesanan order beli pembelian membeli pra-tempah tempah_awal
confirm confirmation confirmed secure | sahkan pengesahan confirm disahkan
available availability vacancy vacant free_slot got_slot still_open full fully_booked | kosong kekosongan ada_slot masih_ada penuh available
register registration sign_up signup enrol enroll join enrolment apply application admission intake | daftar pendaftaran mendaftar join sertai menyertai masuk permohonan mohon memohon pengambilan kemasukan
form fill_in fill_up online_form application_form google_form | borang isi_borang
waiting_list waitlist | senarai_menunggu
steps how_to procedure process what_to_do how_do_i | cara langkah prosedur proses macam_mana bagaimana
requirement requirements need_to_bring what_to_bring bring prepare needed required criteria condition conditions eligible qualify | syarat keperluan perlu_bawa bawa sediakan diperlukan kelayakan layak terma
terms policy rule rules regulation t&c | terma polisi peraturan syarat
sample swatch example portfolio sample_photo catalogue catalog brochure | sampel contoh portfolio katalog risalah brosur
custom customise customize customized personalised personalized made_to_order bespoke own_design tailor_made | custom tempahan_khas ikut_kehendak rekaan_sendiri ikut_citarasa buat_khas
design layout sketch artwork mockup draft drawing revise revision amendment | reka_bentuk design lakaran rekaan lukisan pelan draf pindaan
change modify amend alter edit switch adjustment | tukar ubah pinda ubahsuai menukar pertukaran
quantity how_many pieces units number_of moq pcs amount | kuantiti berapa_banyak keping unit biji bilangan
[delivery act]
delivery deliver ship shipping shipment send courier post postage mail drop_at dispatch delivered sent send_out parcel | hantar penghantaran pos kurier kos_pos menghantar dihantar rider bungkusan poskan kirim kiriman > poslaju=pos_laju jnt=j&t=jnt_express dhl gdex ninja_van
self_pickup self_collect collect collection pick_up_myself pickup pick_it_up take_it_myself self-pickup self-collection self_collection come_and_take | ambil_sendiri pickup ambil self_pickup kutip ambik pengambilan
takeaway take_away tapau tapao to_go take_out takeout | bungkus tapau bawa_balik bawak_balik
drive_through drive_thru curbside | pandu_lalu
tracking track track_order tracking_number order_status where_is_my_order | jejak no_tracking status_pesanan tracking nombor_jejak
packaging pack packing box wrap bubble_wrap wrapping boxed bag container | bungkusan kotak balut pembungkusan bungkus_kemas plastik bekas
fragile break_in_transit damaged_on_arrival | mudah_pecah pecah_masa_pos
import pre_order_china taobao | import
online_order order_online website_order | beli_online pesan_online > shopee lazada tiktok_shop grabfood foodpanda shopeefood
install installation fitting set_up setup mount assemble assembly fix_up fitted | pasang pemasangan memasang dipasang
rent rental lease hire renting borrow loan_item loaner loan_unit on_loan | sewa menyewa sewaan penyewaan pinjam pinjamkan
sell selling sales buy_back buyback trade | jual menjual jualan beli_balik
secondhand second_hand used preloved pre-owned refurbished refurb recon recond | terpakai second_hand preloved rekon bundle_baju
new brand_new unused | baru baharu
original genuine authentic ori oem fake copy counterfeit imitation | original tulen asli ori tiruan
brand make model_brand which_brand | jenama brand
type types kind variety range option options choice selection variation | jenis pilihan variasi macam pelbagai
stock in_stock restock out_of_stock sold_out ready_stock back_in_stock run_out available_stock | stok restok habis_stok ready_stock kehabisan stok_baru
popular best_seller bestseller recommend recommendation favourite favorite signature top_selling must_try whats_good what's_good suggest suggestion | popular laris paling_sedap cadangan syorkan cadang terlaris disyorkan terbaik saranan sesuai_untuk
list menu full_list catalogue_list what_do_you_have | senarai menu apa_yang_ada
[warranty attr]
warranty guarantee guaranteed covered coverage under_warranty cover_damage | waranti jaminan garansi jamin dilindungi perlindungan
repair fix mend service_repair restore troubleshoot servicing rectify | baiki membaiki repair servis pembaikan betulkan diperbaiki perbaiki
damage broken faulty spoil spoilt crack cracked defective defect not_working malfunction torn leaking leak stuck dead problem issue scratch dent jammed | rosak kerosakan pecah cacat retak tak_berfungsi bocor calar kemek koyak masalah patah tersangkut mati jem meragam
lost missing lose misplace left_behind forgot stolen | hilang tercicir tertinggal kehilangan kecurian
maintenance maintain upkeep care_instruction take_care look_after service_interval | penyelenggaraan jaga penjagaan selenggara rawat
inspection check diagnose diagnosis inspect checking examine look_at assessment survey site_visit measure visit | periksa pemeriksaan semak diagnosis tengok lawatan_tapak ukur pengukuran survey penilaian lawat
replace replacement new_part change_part spare_part spare sparepart part parts | ganti gantian alat_ganti tukar_baru spare_part menggantikan
quality durable long_lasting sturdy good_quality grade | kualiti tahan_lasak kukuh bermutu gred
test trial try try_out demo free_trial trial_class tester fitting_session try_on | cuba percubaan uji test mencuba
insurance insured claim policy_insurance takaful panel | insurans tuntutan takaful panel
contract agreement commitment tie_in lock_in minimum_contract tenancy bound | kontrak perjanjian komitmen ikatan terikat
safe safety secure protected harmless dangerous risk risky danger | selamat keselamatan bahaya berbahaya risiko
legal licence license licensed permit authorised registered | lesen berlesen permit sah_disisi berdaftar
[rule attr]
allowed allow permitted can_i_bring may_i permission let_me | dibenarkan benarkan boleh_bawa kebenaran izin dibolehkan
forbidden prohibited not_allowed banned no_entry strictly | dilarang tidak_dibenarkan larangan tak_boleh haram
outside_food bring_own_food own_food outside_drinks corkage | makanan_luar bawa_makanan bawa_makan_sendiri
smoking smoke cigarette vape vaping smoking_area non_smoking | merokok rokok vape hisap_rokok
noise noisy loud quiet_hours party_noise | bising kuat bunyi
dress_code what_to_wear attire footwear shoes_required wear outfit_code | pakaian kod_pakaian pakai_apa etika_pakaian
alcohol liquor | arak alkohol > wine beer=bir rum whisky
pet_friendly bring_pet bring_dog | bawa_haiwan bawa_kucing
photography_allowed | boleh_bergambar
age_limit minimum_age how_old old_enough years_old age aged | umur had_umur berapa_tahun usia berumur
height_limit height tall | tinggi ketinggian
weight_limit weight heavy kg kilo kilogram | berat kg kilo kilogram timbang
private privacy confidential | privasi peribadi sulit tertutup
`;
