/** Hours, days, dates, durations. See ../concepts.ts for the format. */
export const TIME = `
[hours time]
open opening operate operating operation opens business_hours opening_hours operating_hours working_hours office_hours open_time | buka dibuka beroperasi operasi waktu_operasi waktu_buka waktu_perniagaan waktu_pejabat berniaga niaga bukak
close closed closing shut closes shut_down closing_time | tutup ditutup tutup_kedai cuti_kedai
hours time what_time till_what_time timing | jam pukul waktu masa kul
break lunch_break rest_time rest_hour break_time | rehat waktu_rehat
last_order last_call last_entry last_admission last_session | pesanan_terakhir order_last kemasukan_terakhir sesi_terakhir
twenty_four_hours 24_hours 24hr 24hrs 24h 24_jam round_the_clock 24/7 all_night | 24_jam sepanjang_malam
[day time]
monday mon | isnin
tuesday tue tues | selasa
wednesday wed | rabu
thursday thu thur thurs | khamis
friday fri | jumaat
saturday sat | sabtu
sunday sun | ahad
weekend weekends sat_sun saturday_and_sunday weekend_day | hujung_minggu sabtu_ahad minggu_cuti
weekday weekdays mon_to_fri working_day working_days business_day | hari_biasa hari_bekerja hari_kerja isnin_hingga_jumaat
everyday daily every_day seven_days 7_days | setiap_hari hari-hari tiap_hari tiap-tiap_hari 7_hari seminggu_penuh
public_holiday holiday holidays cuti_umum gazetted | cuti_umum cuti_am hari_cuti hari_kelepasan
school_holiday school_holidays semester_break | cuti_sekolah cuti_semester
raya hari_raya eid aidilfitri syawal aidiladha haji | raya hari_raya aidilfitri syawal aidiladha
cny chinese_new_year lunar_new_year | tahun_baru_cina cny raya_cina
deepavali diwali | deepavali
christmas xmas | krismas
ramadan fasting_month puasa iftar buka_puasa bulan_puasa sahur | ramadan bulan_puasa buka_puasa berbuka sahur puasa
new_year new_year_eve | tahun_baru
merdeka malaysia_day | merdeka hari_malaysia
today tonight now right_now this_evening same_day sameday | hari_ini harini malam_ini sekarang skarang hari_yang_sama hari_sama
tomorrow next_day tmr the_next_day following_day overnight_ready | esok keesokan hari_esok hari_berikutnya
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
date what_date which_date calendar | tarikh haribulan hb kalendar
day which_day what_day days | hari hari_apa
week | minggu
month | bulan
year | tahun
weekdays_only | hari_biasa_sahaja
schedule timetable slot time_slot session timing_schedule shift | jadual slot sesi giliran waktu_kelas
monsoon rainy_season | tengkujuh musim_hujan
peak peak_season peak_hours rush_hour busy_time crowded full_house | musim_puncak waktu_puncak sibuk ramai_orang sesak
off_peak low_season quiet non_peak | luar_puncak tak_sibuk lengang
[duration time]
duration how_long take_time length_of_time long_does turnaround lead_time processing_time time_needed | tempoh berapa_lama lama masa_diambil ambil_masa makan_masa
minute minutes mins | minit
hour hr hrs | jam
soon fast quick quickly urgent urgently express rush asap last_minute immediately instant rushed hurry speed_up short_notice same_day_service emergency_order | segera cepat urgent kilat ekspres pantas terdesak kecemasan saat_akhir last_minit serta-merta laju bergegas
slow late delay delayed overdue_order | lambat lewat kelewatan terlewat
early earlier in_advance advance_notice beforehand ahead notice notice_period how_early prior days_before days_ahead lead_notice | awal lebih_awal terlebih_dahulu notis sebelum_tarikh berapa_hari_awal hari_sebelum
deadline cut_off cutoff latest by_when last_day closing_date | tarikh_akhir tarikh_tutup paling_lewat selewat-lewatnya selewatnya had_masa
ready finish done complete completed finished can_collect | siap selesai sudah_siap siap_bila
wait queue waiting waiting_time line_up take_number | tunggu menunggu giliran beratur masa_menunggu q
valid validity expire expiry expired expiration shelf_life last_until best_before how_long_last lasting keep_for good_for | sah tempoh_sah luput tamat tarikh_luput tahan jangka_hayat tahan_lama basi
permanent long_term forever lifetime | kekal selamanya seumur_hidup jangka_panjang
temporary short_term | sementara jangka_pendek
overnight stay_over leave_overnight | bermalam tinggal_semalaman
extend extension longer lengthen renew renewal | lanjut lanjutkan sambung pelanjutan renew memperbaharui perbaharui
frequent how_often often times_a_week frequency | kerap berapa_kali kekerapan selalu
once one_time single_time | sekali satu_kali
twice two_times | dua_kali
start begin beginning commence starting_date | mula bermula start permulaan
end until till ends | tamat habis hingga sampai akhir
`;
