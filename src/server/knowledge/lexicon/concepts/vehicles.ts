/** Vehicles and driving. See ../concepts.ts for the format. */
export const VEHICLES = `
[vehicle thing]
car cars vehicle sedan suv mpv automobile cars_for vehicles my_car | kereta kenderaan kereta_saya
motorcycle motorbike bike scooter motor superbike | motosikal motor motorsikal
bicycle cycling | basikal
lorry_vehicle van pickup_truck 4x4 | van pacuan_empat_roda
tyre tyres tire tires punctured_tyre change_tyre new_tyres | tayar tukar_tayar tayar_bocor > flat_tyre=puncture=punctured=pancit=bocor_tayar
wheel wheels | roda > rim=rims alignment=penjajaran balancing rotation
car_battery battery jumpstart jump_start flat_battery dead_battery wont_start | bateri bateri_kereta kong jumper mati_enjin
engine_oil oil lubricant oil_change minyak_hitam filter | minyak_enjin minyak_hitam minyak penapis
brake brakes brake_pad | brek pad_brek
engine | enjin > gearbox=transmission=kotak_gear=gear clutch=klac radiator overheat
car_service car_servicing vehicle_service | servis_kereta
towing tow breakdown tow_truck roadside | tunda menunda kereta_tunda
car_wash | cuci_kereta > polish=poles=wax coating=kilat tint=tinted detailing
spray_paint body_paint panel_beating | cat_kereta ketuk
road_tax roadtax | cukai_jalan > puspakom jpj
fuel fuel_up | minyak_kereta > petrol diesel hybrid=hibrid ev=electric_car=kereta_elektrik
manual_gear manual | manual
automatic auto_gear auto | automatik auto
driving_lesson driving_school learn_to_drive driving_class | belajar_memandu kelas_memandu lesen_memandu > l_licence=lesen_l p_licence=lesen_p kpp01=kpp02=kpp undang=undang-undang_jalan jpj_test=ujian_jpj=driving_test
licence_class class_d class_b2 class_da | kelas_d kelas_b2 kelas_da
helmet | topi_keledar helmet
car_rental rent_car self_drive | sewa_kereta
dashcam car_camera car_audio head_unit | dashcam kamera_kereta
seat_belt child_seat car_seat baby_seat | kerusi_bayi tali_pinggang
`;
