/** Places, ways, parking, contact. See ../concepts.ts for the format. */
export const PLACE = `
[place place]
location address where whereabout located street road avenue highway postcode unit_no situated place whereabouts direction directions find_you google_map maps gps pin waze landmark how_to_get_there how_do_i_get_there how_to_go come_to_your_shop find_your_shop which_area which_road location_pin where_are_you where's_your where_is_your | lokasi alamat di_mana kat_mana dekat_mana mana terletak letaknya jalan lorong lot persiaran lebuh jln tempat arah waze peta kawasan belah_mana area_mana kat_ner dekat_area_mana macam_mana_nak_pergi cara_nak_sampai duduk_mana kedai_mana lokasi_tepat share_location belah_mana_ya
branch outlet branches another_shop other_shop franchise hq headquarters main_branch second_branch kiosk branches_elsewhere other_outlets outlets other_branches any_other_location | cawangan outlet kedai_lain kedai_induk induk ibu_pejabat francais cabang cawangan_lain ada_cawangan outlet_lain
shop store showroom premise physical_store boutique_shop walk_in_store storefront office | kedai premis bilik_pameran butik pejabat ofis
warehouse depot store_room | gudang stor
mall shopping_centre plaza complex | pusat_beli-belah kompleks pasaraya
market night_market bazaar stall booth | pasar pasar_malam bazar gerai tapak
near nearby next_to beside opposite behind in_front adjacent close_to around_the_corner facing across walking_distance close_by near_by stone's_throw minutes_from not_far_from in_the_vicinity in_front_of | dekat sebelah bersebelahan berdekatan depan belakang hadapan berhadapan seberang tepi samping berhampiran dekat_dengan mengadap tak_jauh_dari sebelah_mana dekat_je berdepan
far distance km kilometre kilometer radius how_far mileage how_many_km distance_from kilometres | jauh jarak km kilometer radius berapa_jauh berapa_kilometer jarak_jauh
inside indoor within | dalam di_dalam
outside outdoor outskirts | luar di_luar terbuka
floor level storey upstairs downstairs ground_floor first_floor second_floor basement which_floor what_level ground_level | tingkat aras atas bawah tingkat_bawah tingkat_satu bawah_tanah tingkat_berapa aras_berapa
lift elevator escalator | lif eskalator
stairs staircase steps | tangga
wheelchair ramp accessible accessibility disabled_access oku_friendly stroller pram disabled handicapped wheelchairs mobility oku barrier_free step-free walking_stick | kerusi_roda ramp mesra_oku stroller kerusi_roda_masuk orang_kurang_upaya oku berkerusi_roda tongkat
entrance door gate entry_way | pintu pintu_masuk pagar gate
city town area district neighbourhood taman kampung village state | bandar pekan daerah kampung taman negeri kawasan
klang_valley | lembah_klang > selangor shah_alam petaling_jaya=pj subang klang puchong kajang bangi cheras ampang gombak rawang
kuala_lumpur kl | kl
penang | pulau_pinang > bayan_lepas georgetown=george_town butterworth seberang_jaya bukit_mertajam
johor jb johor_bahru | johor jb
east_malaysia borneo | malaysia_timur borneo > sabah sarawak labuan kota_kinabalu=kk kuching sandakan tawau miri
peninsular semenanjung west_malaysia | semenanjung
overseas abroad international foreign_country | luar_negara > singapore=singapura brunei indonesia thailand
nationwide all_states whole_malaysia postage_all | seluruh_malaysia semua_negeri
home house residence my_place onsite on-site doorstep house_call come_over come_to_my_house home_service home_visit house_visit come_to_us mobile_service visit_my_house at_my_home at_our_place come_to_my_place travel_to_me | rumah datang_rumah ke_rumah depan_rumah datang_ke_rumah panggil_ke_rumah servis_ke_rumah pergi_rumah_pelanggan ke_tempat_saya datang_ke_tempat
building_type | jenis_rumah > apartment=pangsapuri=flat condo=kondo=condominium landed=rumah_atas_tanah terrace=teres bungalow=banglo shoplot=rumah_kedai
beach sea seaside island ocean | pantai laut pulau tepi_laut
river lake waterfall | sungai tasik air_terjun
hill mountain highland | bukit gunung tanah_tinggi
airport flight_terminal klia | lapangan_terbang airport
train station ets | stesen tren keretapi > lrt mrt ktm monorail
bus bus_stop bus_station | bas stesen_bas
jetty ferry boat pier | jeti feri bot
petrol_station fuel_station | stesen_minyak
mosque prayer_place masjid | masjid
hospital clinic_nearby | hospital
school_place | sekolah
seating seat table dine_in sit_down dining_area chair bench seats tables sit_inside eat_in eat_here sitting_area | tempat_duduk kerusi meja duduk makan_sini makan_dekat_kedai tempat_makan makan_di_kedai makan_situ ada_meja
room private_room hall function_room meeting_room space suite rooms halls venue chamber | bilik ruang dewan bilik_mesyuarat bilik-bilik dewan_besar
[parking place]
parking park car_park carpark parking_lot valet parking_space bays parking_bay park_car car_parks where_to_park park_my_car parking_spot parking_lots park_free valet_parking parking_fee | parking letak_kereta parkir tempat_letak_kereta petak tempat_parking park_kereta tempat_park nak_park parking_percuma letak_motor letak_kenderaan pakir_kereta
basement_parking | parking_bawah_tanah
[transport act]
transport transportation shuttle pickup_service pick_up drop_off van_service fetch send_and_fetch transfer_service ride ride_there pick_us_up picked_up transport_provided airport_transfer shuttle_bus pick_me_up | pengangkutan van ambil_dan_hantar jemput ambil_kat transport ambil_hantar ambil_dari pengangkutan_disediakan van_sekolah jemput_ambil ambil_di_airport
grab taxi ehailing e-hailing lalamove | grab teksi e-hailing lalamove
public_transport | pengangkutan_awam
drive driving | pandu memandu
walk on_foot | jalan_kaki berjalan
[contact attr]
contact reach get_in_touch call phone telephone ring hotline talk_to number phone_number contact_number customer_service careline speak_to phone_no contact_no contact_details who_do_i_call who_should_i_call get_hold_of reach_you reach_out | hubungi telefon nombor_telefon nombor call hotline no_telefon no_fon nombor_hp no_hp khidmat_pelanggan cakap_dengan bercakap nombor_fon no_tel nak_call nak_hubungi nombor_untuk_dihubungi siapa_nak_call no_telepon
whatsapp wasap ws wsap whats_app pm dm message text text_message inbox wassap wa wapp whatsapp_number whatsapping pm_you text_you | whatsapp wasap mesej whatapps ws_je wasap_je wasep whatsap
email e-mail mail_address gmail | emel e-mel
social_media | media_sosial > instagram=ig facebook=fb tiktok telegram wechat website=web_page=webpage=laman_web=laman_sesawang=page
reply respond response answer_message get_back_to_me how_fast_do_you_reply get_back respond_to replies | balas reply respon jawab dibalas bila_nak_reply lambat_reply balas_mesej
complaint complain feedback unhappy dissatisfied report_problem review rating lodge_a_complaint complaints not_happy unsatisfied unhappy_with bad_service | aduan komplen maklum_balas tak_puas_hati rungutan ulasan tak_berpuas_hati nak_komplen buat_aduan mengadu
emergency after_hours urgent_help night_call sos | kecemasan luar_waktu selepas_waktu
post_address mailing | alamat_surat
`;
