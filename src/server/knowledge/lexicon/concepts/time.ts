/** Hours, days, dates, durations. See ../concepts.ts for the format. */
export const TIME = `
[hours time]
open opening operate operating operation opens business_hours opening_hours operating_hours working_hours office_hours open_time opens_at opening_time still_open open_until operate_until what_time_open when_open operational trading_hours in_operation | buka dibuka beroperasi operasi waktu_operasi waktu_buka waktu_perniagaan waktu_pejabat berniaga niaga bukak buka_pukul waktu_buka_kedai beroperasi_pukul bukak_kul mula_buka kedai_buka masih_buka
close closed closing shut closes shut_down closing_time closes_at shuts closing_at closed_on when_do_you_close off_day day_off rest_day not_open not_operating | tutup ditutup tutup_kedai cuti_kedai tutup_pukul hari_tutup hari_off kedai_cuti bercuti cuti_hari off_hari tak_buka tak_bukak
hours time what_time till_what_time timing | jam pukul waktu masa kul
break lunch_break rest_time rest_hour break_time take_a_break lunch_hour lunch_time_closed | rehat waktu_rehat masa_rehat rehat_tengah_hari
last_order last_call last_entry last_admission last_session final_order final_entry kitchen_closes last_orders | pesanan_terakhir order_last kemasukan_terakhir sesi_terakhir order_terakhir oder_terakhir dapur_tutup masuk_terakhir
twenty_four_hours 24_hours 24hr 24hrs 24h 24_jam round_the_clock 24/7 all_night | 24_jam sepanjang_malam
[day time]
monday mon | isnin
tuesday tue tues | selasa
wednesday wed | rabu
thursday thu thur thurs | khamis
friday fri | jumaat
saturday sat | sabtu
sunday sun | ahad
weekend weekends sat_sun saturday_and_sunday weekend_day sat_&_sun sat/sun saturdays sundays | hujung_minggu sabtu_ahad minggu_cuti hujung_mggu sabtu_dan_ahad weekend_ni
weekday weekdays mon_to_fri working_day working_days business_day normal_days monday_to_friday mon-fri workdays | hari_biasa hari_bekerja hari_kerja isnin_hingga_jumaat hari_biasa_je isnin_sampai_jumaat isnin-jumaat
everyday daily every_day seven_days 7_days all_week whole_week 7_days_a_week throughout_the_week no_off_day | setiap_hari hari-hari tiap_hari tiap-tiap_hari 7_hari seminggu_penuh sepanjang_minggu tiap2_hari setiap_ari seminggu_tujuh_hari
public_holiday holiday holidays cuti_umum gazetted ph bank_holiday national_holiday federal_holiday | cuti_umum cuti_am hari_cuti hari_kelepasan cuti_am_ph public_holiday hari_cuti_umum
school_holiday school_holidays semester_break | cuti_sekolah cuti_semester
raya hari_raya eid aidilfitri syawal aidiladha haji | raya hari_raya aidilfitri syawal aidiladha
cny chinese_new_year lunar_new_year | tahun_baru_cina cny raya_cina
deepavali diwali | deepavali
christmas xmas | krismas
ramadan fasting_month puasa iftar buka_puasa bulan_puasa sahur | ramadan bulan_puasa buka_puasa berbuka sahur puasa
new_year new_year_eve | tahun_baru
merdeka malaysia_day | merdeka hari_malaysia
today tonight now right_now this_evening same_day sameday by_today today_itself this_very_day this_afternoon right_away | hari_ini harini malam_ini sekarang skarang hari_yang_sama hari_sama harini_juga hari_ni arini hari_ini_juga hr_ni malam_ni petang_ni pagi_ni skrg_juga
tomorrow next_day tmr the_next_day following_day overnight_ready tomorrow_morning tmrw next_morning | esok keesokan hari_esok hari_berikutnya esok_pagi bsk
yesterday | kelmarin semalam_tu
next_week coming_week | minggu_depan
next_month | bulan_depan
morning am early_morning dawn | pagi subuh awal_pagi
noon afternoon midday lunch_time lunchtime | tengah_hari tengahari petang_awal
evening late_afternoon | petang
night nighttime late_night midnight pm after_dark late_at_night | malam tengah_malam lewat_malam
january jan | januari
february feb | februari
march | mac
april apr | april
june | jun
july | julai
august aug | ogos
september sept | september
october oct | oktober
november nov | november
december dec | disember
date what_date which_date calendar which_dates what_dates dates | tarikh haribulan hb kalendar tarikh_berapa tarikh_apa bila_tarikh
day which_day what_day days | hari hari_apa
week | minggu
month | bulan
year | tahun
weekdays_only | hari_biasa_sahaja
schedule timetable slot time_slot session timing_schedule shift time_table sessions class_times what_sessions time_slots | jadual slot sesi giliran waktu_kelas jadual_kelas jadual_waktu masa_kelas pukul_berapa_kelas
monsoon rainy_season | tengkujuh musim_hujan
peak peak_season peak_hours rush_hour busy_time crowded full_house | musim_puncak waktu_puncak sibuk ramai_orang sesak
off_peak low_season quiet non_peak | luar_puncak tak_sibuk lengang
[duration time]
duration how_long take_time length_of_time long_does turnaround lead_time processing_time time_needed how_many_hours how_many_days how_many_weeks how_many_months length_of how_much_time long_is takes_how_long long_will_it_take amount_of_time period timeframe | tempoh berapa_lama lama masa_diambil ambil_masa makan_masa berapa_jam berapa_hari berapa_minggu berapa_bulan lama_mana makan_masa_berapa ambil_masa_berapa jangka_masa seminggu_ke brp_lama
minute minutes mins | minit
hour hr hrs | jam
soon fast quick quickly urgent urgently express rush asap last_minute immediately instant rushed hurry speed_up short_notice same_day_service emergency_order in_a_hurry in_a_rush last-minute tight_deadline expedite expedited super_urgent need_it_by priority_service | segera cepat urgent kilat ekspres pantas terdesak kecemasan saat_akhir last_minit serta-merta laju bergegas nak_cepat nak_segera last_min cepat_sikit kelam_kabut mendesak urgent_sangat
slow late delay delayed overdue_order late_by come_late arrive_late running_late behind_time tardy | lambat lewat kelewatan terlewat datang_lambat sampai_lambat terlambat lewat_sampai lambat_sampai
early earlier in_advance advance_notice beforehand ahead notice notice_period how_early prior days_before days_ahead lead_notice in_advance_notice how_far_ahead how_much_notice give_notice advance_order days_notice how_soon_before | awal lebih_awal terlebih_dahulu notis sebelum_tarikh berapa_hari_awal hari_sebelum berapa_hari_sebelum berapa_lama_sebelum kena_awal order_awal beritahu_awal awal_berapa
deadline cut_off cutoff latest by_when last_day closing_date cutoff_time closing_for latest_by no_later_than due_by | tarikh_akhir tarikh_tutup paling_lewat selewat-lewatnya selewatnya had_masa tarikh_tutup_permohonan sebelum_bila paling_lambat last_date tarikh_last
ready finish done complete completed finished can_collect ready_by be_ready when_can_i_get when_can_collect done_by completion get_it_back | siap selesai sudah_siap siap_bila bila_siap boleh_siap siap_hari dah_siap bila_boleh_ambil bila_boleh_dapat
wait queue waiting waiting_time line_up take_number how_long_is_the_queue line_long queueing lining_up waiting_list_time | tunggu menunggu giliran beratur masa_menunggu q kena_tunggu lama_tunggu lama_ke_tunggu tunggu_berapa_lama beratur_lama
valid validity expire expiry expired expiration shelf_life last_until best_before how_long_last lasting keep_for good_for expires_on good_until still_valid use_before how_long_can_i_keep stay_fresh lasts_for | sah tempoh_sah luput tamat tarikh_luput tahan jangka_hayat tahan_lama basi sah_sampai sah_sehingga tahan_berapa_lama boleh_simpan_berapa_lama boleh_tahan tahan_berapa_hari habis_tempoh
permanent long_term forever lifetime | kekal selamanya seumur_hidup jangka_panjang
temporary short_term | sementara jangka_pendek
overnight stay_over leave_overnight | bermalam tinggal_semalaman
extend extension longer lengthen renew renewal extra_hour longer_stay overtime stay_longer add_hours | lanjut lanjutkan sambung pelanjutan renew memperbaharui perbaharui tambah_jam tambah_masa tambah_hari lanjutkan_tempoh sambung_sewa
frequent how_often often times_a_week frequency how_regularly every_how_many times_per_week times_a_month how_frequently intervals | kerap berapa_kali kekerapan selalu setiap_berapa berapa_kali_seminggu berapa_bulan_sekali
once one_time single_time | sekali satu_kali
twice two_times | dua_kali
start begin beginning commence starting_date | mula bermula start permulaan
end until till ends | tamat habis hingga sampai akhir
`;
