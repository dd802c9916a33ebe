/** Computers, telephones, software. See ../concepts.ts for the form. */
export const TECH = `
[tech thing]
phone_device handphone smartphone iphone android mobile_phone samsung xiaomi oppo vivo huawei | telefon_bimbit handphone fon telefon_pintar hp
screen lcd display touchscreen cracked_screen oled | skrin lcd paparan
phone_battery battery_health | bateri_telefon bateri
charger charging cable charging_port adapter powerbank power_bank | pengecas kabel cas mengecas wayar_cas
casing case tempered_glass screen_protector | casing sarung tempered pelindung_skrin
speaker earphone headphone headset microphone mic sound_system pa_system | pembesar_suara fon_kepala mikrofon sistem_bunyi
camera cctv webcam | kamera cctv
water_damage fell_in_water drop_in_water wet | masuk_air jatuh_air kena_air basah
unlock password forgot_password passcode icloud login log_in reset_password | kata_laluan lupa_password buka_kunci log_masuk
data photos_saved backup data_recovery recover | data sandaran salin_data
computer laptop pc desktop macbook notebook imac | komputer laptop
ram ssd storage memory gb tb hard_disk hdd | ram ssd simpanan memori
keyboard mouse monitor printer | papan_kekunci tetikus monitor pencetak
format windows reinstall virus slow_laptop | format windows virus
graphics_card gpu processor cpu motherboard psu | kad_grafik pemproses
internet wifi wi-fi wireless broadband hotspot connection | internet wifi sambungan jalur_lebar
website_build domain hosting | bina_laman
app application mobile_app software system programme | aplikasi app perisian sistem
account user users login_account seat_licence | akaun pengguna
integration integrate api connect export import_data sync migrate migration | integrasi eksport hubungkan pindah_data segerak
cloud server online_system hosted | awan pelayan
security encryption two_factor 2fa data_privacy pdpa | keselamatan_data privasi_data
support technical_support help_desk helpdesk assist help_me assistance | bantuan sokongan bantuan_teknikal
training_session tutorial onboarding training_software demo_session | latihan_perisian tutorial tunjuk_ajar
accounting bookkeeping ledger payroll audit invoicing bank_reconciliation | perakaunan akaun_kewangan gaji_pekerja audit lejar
tax_filing lhdn income_tax tax_agent myinvois | cukai_pendapatan lhdn
coworking hot_desk dedicated_desk virtual_office co-working workspace | ruang_kerja meja_kerja
print printing printer_service photocopy scan_document laminate_document | cetak mencetak percetakan print fotostat
ink toner paper a4 | dakwat toner kertas
3d_print laser_engraving engrave engraving | ukir ukiran
`;
