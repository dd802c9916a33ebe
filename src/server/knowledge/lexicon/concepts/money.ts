/** Prices, paying, refunds. See ../concepts.ts for the format. */
export const MONEY = `
[price attr]
price pricing cost fee charge rate tariff fare quotation quote priced pricelist price_list how_much | harga kos bayaran caj yuran kadar tambang sebut_harga senarai_harga upah sewaan nilai
cheap affordable budget lowest cheapest inexpensive reasonable | murah termurah berpatutan jimat mampu bajet
expensive pricey costly overpriced dear | mahal termahal
total altogether overall sum grand_total all_in lump_sum | jumlah keseluruhan total_semua semuanya
extra additional surcharge add_on addon top_up topup on_top hidden_cost | tambahan tambah ekstra caj_tambahan lebihan
free complimentary foc no_charge free_of_charge gratis | percuma gratis tanpa_bayaran tiada_caj free_je
minimum min at_least smallest lowest_order | minima minimum paling_kurang sekurang-kurangnya sekurangnya
maximum max at_most up_to limit cap | maksimum maksima paling_banyak had sehingga
tax sst gst service_charge service_tax | cukai sst cukai_perkhidmatan
start_price from_rm starting starts_from start_from | bermula serendah dari_harga
per_person per_pax per_head each_person | seorang sorang setiap_orang seorang_berapa
each apiece per_piece per_unit per_pc single_piece | sebiji sekeping seunit satu_unit sehelai sekotak sebungkus sebatang sepasang sebuah setiap_satu
monthly per_month a_month every_month each_month | sebulan bulanan setiap_bulan tiap_bulan
yearly annual per_year a_year annually every_year | setahun tahunan setiap_tahun
daily per_day a_day | sehari harian
weekly per_week a_week every_week | seminggu mingguan setiap_minggu
hourly per_hour an_hour | sejam setiap_jam
nightly per_night a_night | semalam satu_malam semalaman
half fifty_percent partial | separuh setengah sebahagian 50_peratus
full in_full whole entire completely | penuh sepenuhnya seluruh habis
percent percentage % | peratus peratusan
value worth bargain | berbaloi nilai
commission cut | komisen
profit margin earn income | untung keuntungan pendapatan
loan finance financing mortgage | pinjaman pembiayaan kredit_kedai
salary wage pay_slip payslip | gaji slip_gaji
bonus incentive | bonus insentif
subsidy grant rebate | subsidi bantuan geran rebat
penalty fine late_fee late_charge compensation | denda penalti saman ganti_rugi pampasan
[payment act]
pay payment paying paid settle settlement | bayar bayaran pembayaran langsai jelaskan
cash banknote notes physical_money | tunai cash wang_tunai duit_tunai
card swipe tap_card | kad > credit_card=kad_kredit debit_card=kad_debit visa mastercard amex paywave
ewallet e-wallet wallet | ewallet e-dompet > tng=touch_n_go=touchngo=tng_ewallet grabpay=grab_pay boost shopeepay=shopee_pay mae paypal apple_pay alipay wechat_pay
qr duitnow qrcode qr_code scan_pay duitnow_qr | kod_qr imbas scan
transfer bank_in bank_transfer fpx online_banking online_transfer instant_transfer wire ibg | pindahan pindahan_bank transfer bank_in pindah_duit
bank account_number bank_account acc_number | akaun_bank nombor_akaun bank akaun no_akaun no_acc > maybank cimb bank_islam rhb public_bank bsn ambank hong_leong affin
cheque check_payment | cek
installment instalment instalments payment_plan monthly_payment bnpl pay_later paylater easy_payment | ansuran bayar_bulan beransur bulan-bulan hutang bayar_kemudian bayar_sikit > spaylater atome grabpaylater epp
deposit downpayment down_payment booking_fee upfront advance_payment advance_pay bond retainer security_deposit | deposit cagaran pendahuluan wang_pendahuluan wang_cagaran bayar_dulu duit_muka wang_muka
balance remaining_payment outstanding rest_payment remainder | baki selebihnya
receipt invoice bill slip e-invoice einvoice proof_of_payment tax_invoice | resit invois bil slip bukti_bayaran e-invois
cod cash_on_delivery | bayar_masa_sampai bayar_semasa_terima cod
currency singapore_dollar sgd usd dollar ringgit exchange_rate | mata_wang dolar ringgit
auto_debit autodebit direct_debit recurring autopay | auto_debit potongan_automatik
change_money small_change | duit_baki duit_kecil
money | duit wang
due overdue pay_by due_date payment_due collected_on deduct deducted | tarikh_akhir_bayaran tertunggak tunggakan potong_duit ditolak
tip tipping gratuity | tip
[refund act]
refund money_back reimburse reimbursement refundable give_back_money return_money get_back | refund bayaran_balik pulangkan_duit pulang_duit duit_balik wang_balik dikembalikan dipulangkan pulang_balik duit_hangus hangus burn forfeited forfeit nothing_is_returned non-refundable dapat_balik
store_credit credit_note voucher_credit | kredit_kedai nota_kredit
exchange swap replace_item change_item trade_in trade-in tradein | tukar_barang tukar_saiz penukaran ganti_baru
return send_back bring_back returned returns | pulangkan kembalikan pemulangan hantar_balik
cancel cancellation call_off back_out withdraw terminate termination quit end_contract unsubscribe | batal batalkan pembatalan cancel tarik_diri tak_jadi berhenti henti
postpone reschedule move_date change_date shift_date delay_booking change_of_date push_back change_booking another_day different_date rescheduling | tangguh tunda tukar_tarikh ubah_tarikh anjak pinda_tarikh tukar_hari penangguhan penjadualan_semula jadual_semula
no_show not_turn_up didnt_turn_up never_come don't_show | tak_datang tidak_hadir tak_muncul
freeze pause suspend hold on_hold put_on_hold temporarily_stop | beku bekukan henti_sementara gantung
[discount attr]
discount promo promotion offer deal sale special_price cheaper less markdown off_price nego negotiate best_price bundle early_bird | diskaun promosi potongan tawaran rebat kurang boleh_kurang murah_sikit nego harga_istimewa jualan potongan_harga harga_runtuh pengurangan
voucher coupon promo_code code_discount gift_card gift_voucher discount_code | baucar kupon kod_promo kad_hadiah
loyalty points reward stamp_card loyalty_card | mata_ganjaran ganjaran kad_setia kumpul_mata
bulk wholesale large_quantity big_quantity volume reseller agent_price dropship dropshipper stockist carton | borong pukal kuantiti_banyak banyak_banyak ejen stokis harga_borong
member membership members_only subscriber subscription join_member vip | ahli keahlian langganan ahli_vip daftar_ahli pelanggan_tetap
package bundle_set combo set_price plan tier | pakej set kombo plan
referral refer_friend recommend_friend | rujukan ajak_kawan
student_price student_discount student_rate | harga_pelajar
senior_citizen senior pensioner oku disabled_card | warga_emas pesara oku kurang_upaya
`;
