/** Lodging, travel, facilities. See ../concepts.ts for the format. */
export const TRAVEL = `
[lodging thing]
room_stay accommodation lodging | penginapan inap rumah_penginapan > hotel homestay=guesthouse hostel chalet villa resort airbnb
check_in checkin check-in arrive arrival what_time_enter arrive_early early_check-in check_in_time come_in_early arrival_time_room | daftar_masuk check_in masuk_bilik masuk_rumah masuk_awal boleh_masuk_pukul checkin_pukul
check_out checkout check-out leave_by late_checkout leave_late late_check-out check_out_time stay_until | daftar_keluar check_out keluar_bilik keluar_rumah keluar_lewat checkout_pukul keluar_pukul
bedroom bedrooms | bilik_tidur
bathroom bathrooms toilet toilets washroom restroom loo | bilik_air tandas bilik_mandi
extra_bed additional_mattress | katil_tambahan tilam_tambahan toto
stay night_stay sleep_over overnight_stay spend_the_night staying nights | menginap bermalam inap tidur_sini tidur_sana bermalam_di stay_sana semalam_dua
key_collect self_check_in keybox | ambil_kunci
fridge_facility microwave_facility kettle_facility | peti_ais_ada
bbq bbq_pit barbecue_set grill | bbq set_bbq bakar_ayam
luggage_storage store_luggage leave_bags | simpan_beg simpan_barang letak_beg
amenities facilities facility equipment provided what_is_provided equipment_provided what's_available_in facilities_available | kemudahan fasiliti disediakan kelengkapan peralatan ada_apa_kat barang_disediakan apa_disediakan
view scenery sea_view | pemandangan
visitor_guest visitors extra_guest | pelawat tetamu_luar
[facility place]
toilet_facility toilet restroom washroom | tandas bilik_air
prayer_room surau pray musolla prayer solat place_to_pray pray_place where_to_pray praying_area | surau solat sembahyang bilik_solat musolla tempat_solat tempat_sembahyang nak_solat
playground play_area kids_corner kids_area play kids_play children's_area something_for_kids keep_kids_busy | taman_permainan ruang_bermain main bermain tempat_main anak_nak_main ruang_kanak-kanak
aircond_facility air_conditioned | berhawa_dingin
waiting_area waiting_room lounge place_to_wait wait_inside somewhere_to_sit | ruang_menunggu bilik_menunggu tempat_menunggu tempat_tunggu nak_tunggu_mana
smoking_room | bilik_merokok
water_dispenser | air_penapis
[travel thing]
tour trip travel vacation holiday_package itinerary tours journey guided_tour day_trip excursion sightseeing | lawatan pelancongan percutian pakej_melancong melancong jadual_perjalanan trip perjalanan jalan-jalan trip_sehari makan_angin
umrah haj hajj pilgrimage makkah mecca madinah | umrah haji makkah madinah
flight airline ticket_flight plane air_ticket seat_plane baggage | penerbangan tiket_kapal_terbang kapal_terbang tambang_kapal bagasi
ticket admission_ticket entrance_fee entry_fee entry tickets pass entrance entry_pass admission_price | tiket bayaran_masuk tiket_masuk masuk beli_tiket masuk_kena_bayar
passport_travel | pasport
luggage_weight baggage_allowance | had_bagasi
bus_coach coach | bas_persiaran
muslim_meal | makanan_halal_lawatan
`;
