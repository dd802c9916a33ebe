/** Lodging, travel, facilities. See ../concepts.ts for the format. */
export const TRAVEL = `
[lodging thing]
room_stay accommodation lodging | penginapan inap rumah_penginapan > hotel homestay=guesthouse hostel chalet villa resort airbnb
check_in checkin check-in arrive arrival what_time_enter | daftar_masuk check_in masuk_bilik masuk_rumah
check_out checkout check-out leave_by late_checkout | daftar_keluar check_out keluar_bilik keluar_rumah
bedroom bedrooms | bilik_tidur
bathroom bathrooms toilet toilets washroom restroom loo | bilik_air tandas bilik_mandi
extra_bed additional_mattress | katil_tambahan tilam_tambahan toto
stay night_stay sleep_over | menginap bermalam inap tidur_sini
key_collect self_check_in keybox | ambil_kunci
fridge_facility microwave_facility kettle_facility | peti_ais_ada
bbq bbq_pit barbecue_set grill | bbq set_bbq bakar_ayam
luggage_storage store_luggage leave_bags | simpan_beg simpan_barang letak_beg
amenities facilities facility equipment provided | kemudahan fasiliti disediakan kelengkapan peralatan
view scenery sea_view | pemandangan
visitor_guest visitors extra_guest | pelawat tetamu_luar
[facility place]
toilet_facility toilet restroom washroom | tandas bilik_air
prayer_room surau pray musolla prayer solat | surau solat sembahyang bilik_solat musolla
playground play_area kids_corner kids_area play | taman_permainan ruang_bermain main bermain
aircond_facility air_conditioned | berhawa_dingin
waiting_area waiting_room lounge | ruang_menunggu bilik_menunggu
smoking_room | bilik_merokok
water_dispenser | air_penapis
[travel thing]
tour trip travel vacation holiday_package itinerary tours journey | lawatan pelancongan percutian pakej_melancong melancong jadual_perjalanan trip perjalanan
umrah haj hajj pilgrimage makkah mecca madinah | umrah haji makkah madinah
flight airline ticket_flight plane air_ticket seat_plane baggage | penerbangan tiket_kapal_terbang kapal_terbang tambang_kapal bagasi
ticket admission_ticket entrance_fee entry_fee entry | tiket bayaran_masuk tiket_masuk masuk
passport_travel | pasport
luggage_weight baggage_allowance | had_bagasi
bus_coach coach | bas_persiaran
muslim_meal | makanan_halal_lawatan
`;
