/** Vehicles and driving. See ../concepts.ts for the form. */
export const VEHICLES = `
[vehicle thing]
car cars vehicle sedan suv mpv automobile | kereta kenderaan
motorcycle motorbike bike scooter motor superbike | motosikal motor motorsikal
bicycle cycling | basikal
lorry_vehicle van pickup_truck 4x4 | van pacuan_empat_roda
tyre tyres tire tires flat_tyre puncture punctured | tayar pancit bocor_tayar
rim rims wheel wheels alignment balancing rotation | rim roda penjajaran
car_battery battery jumpstart jump_start flat_battery dead_battery wont_start | bateri bateri_kereta kong jumper mati_enjin
engine_oil oil lubricant oil_change minyak_hitam filter | minyak_enjin minyak_hitam minyak penapis
brake brakes brake_pad | brek pad_brek
engine gearbox transmission clutch radiator overheat | enjin kotak_gear gear klac radiator
car_service car_servicing vehicle_service | servis_kereta
towing tow breakdown tow_truck roadside | tunda menunda kereta_tunda
car_wash polish wax coating detailing tint tinted | cuci_kereta kilat poles tinted
spray_paint body_paint panel_beating | cat_kereta ketuk
road_tax roadtax puspakom jpj | cukai_jalan roadtax puspakom jpj
petrol diesel fuel fuel_up hybrid ev electric_car | petrol diesel minyak_kereta hibrid kereta_elektrik
manual_gear manual | manual
automatic auto_gear auto | automatik auto
driving_lesson driving_school learner l_licence p_licence kpp undang driving_test jpj_test learn_to_drive | belajar_memandu lesen_l lesen_p kpp01 kpp02 ujian_jpj undang-undang_jalan lesen_memandu kelas_memandu
licence_class class_d class_b2 class_da | kelas_d kelas_b2 kelas_da
helmet | topi_keledar helmet
car_rental rent_car self_drive | sewa_kereta
dashcam car_camera car_audio head_unit | dashcam kamera_kereta
seat_belt child_seat car_seat baby_seat | kerusi_bayi tali_pinggang
`;
