/** Computers, telephones, software. See ../concepts.ts for the format. */
export const TECH = `
[tech thing]
phone_device handphone smartphone mobile_phone | telefon_bimbit handphone fon telefon_pintar hp > iphone samsung xiaomi=redmi oppo vivo huawei realme
screen lcd display touchscreen cracked_screen oled | skrin lcd paparan
phone_battery battery_health | bateri_telefon bateri
charger charging cable charging_port adapter powerbank power_bank | pengecas kabel cas mengecas wayar_cas
casing case tempered_glass screen_protector | casing sarung tempered pelindung_skrin
sound_device | alat_bunyi > speaker=pembesar_suara earphone=headphone=headset=fon_kepala microphone=mic=mikrofon pa_system=sound_system=sistem_bunyi
camera cctv webcam | kamera cctv
water_damage fell_in_water drop_in_water wet | masuk_air jatuh_air kena_air basah
unlock password forgot_password passcode icloud login log_in reset_password | kata_laluan lupa_password buka_kunci log_masuk
data photos_saved backup data_recovery recover | data sandaran salin_data
computer laptop pc desktop macbook notebook imac | komputer laptop
computer_memory | memori > ram ssd=nvme hdd=hard_disk=hard_drive gpu=graphics_card=kad_grafik processor=cpu=pemproses motherboard psu=power_supply
computer_accessory | aksesori_komputer > keyboard=papan_kekunci mouse=tetikus monitor printer=pencetak
format windows reinstall virus slow_laptop | format windows virus
internet wifi wi-fi wireless broadband hotspot connection wifi_password free_wifi internet_access data_coverage line_internet | internet wifi sambungan jalur_lebar wifi_percuma ada_wifi line_kuat password_wifi
website_build domain hosting | bina_laman
app application mobile_app software system programme | aplikasi app perisian sistem
account user users login_account seat_licence | akaun pengguna
integration integrate api connect export import_data sync migrate migration | integrasi eksport hubungkan pindah_data segerak
cloud server online_system hosted | awan pelayan
security encryption two_factor 2fa data_privacy pdpa | keselamatan_data privasi_data
support technical_support help_desk helpdesk assist help_me assistance help_with_problem technical_issue customer_support | bantuan sokongan bantuan_teknikal nak_minta_bantuan minta_tolong
training_session tutorial onboarding training_software demo_session | latihan_perisian tutorial tunjuk_ajar
accounting bookkeeping ledger invoicing | perakaunan akaun_kewangan lejar > payroll=gaji_pekerja audit bank_reconciliation=bank_feed stock_take=inventory
tax_filing lhdn income_tax tax_agent myinvois | cukai_pendapatan lhdn
coworking hot_desk dedicated_desk virtual_office co-working workspace | ruang_kerja meja_kerja
print printing printer_service photocopy scan_document laminate_document | cetak mencetak percetakan print fotostat
ink toner paper a4 | dakwat toner kertas
3d_print laser_engraving engrave engraving | ukir ukiran
`;
