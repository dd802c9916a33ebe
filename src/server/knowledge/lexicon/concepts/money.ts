/** Prices, paying, refunds. See ../concepts.ts for the format. */
export const MONEY = `
[price attr]
price pricing cost fee charge rate tariff fare quotation quote priced pricelist price_list how_much rates fees charges price_tag price_range estimate estimated how_many_ringgit how_much_money set_me_back damage_to_wallet going_rate priced_at charged billed fare_price | harga kos bayaran caj yuran kadar tambang sebut_harga senarai_harga upah sewaan nilai berapa_ringgit berapa_duit berapa_rm kena_berapa kena_bayar_berapa harga_pasaran kadar_harga anggaran_harga bayaran_dikenakan dikenakan brapa_hengget
cheap affordable budget lowest cheapest inexpensive reasonable economical low_cost low_price wallet_friendly pocket_friendly bargain_price value_for_money value_buy | murah termurah berpatutan jimat mampu bajet murah-murah mampu_milik ekonomi harga_rendah mesra_poket berbaloi-baloi
expensive pricey costly overpriced dear steep overcharge exorbitant high_price | mahal termahal mahalnya melampau cekik_darah
total altogether overall sum grand_total all_in lump_sum in_total sum_total final_price nett net_price everything_together | jumlah keseluruhan total_semua semuanya jumlah_semua kesemua sekali_semua harga_akhir harga_bersih total_kena
extra additional surcharge add_on addon top_up topup on_top hidden_cost additional_charge extra_charge added_charge additional_fee extra_fee hidden_charges hidden_fee markup on_top_of_that upcharge | tambahan tambah ekstra caj_tambahan lebihan bayaran_tambahan cas_tambahan caj_lebih kos_tambahan tambah_duit tambah_bayaran caj_tersembunyi
free complimentary foc no_charge free_of_charge gratis without_charge no_cost at_no_cost no_extra_charge no_additional_charge zero_cost waived on_the_house without_paying | percuma gratis tanpa_bayaran tiada_caj free_je tak_kena_bayar tanpa_caj tak_payah_bayar tiada_bayaran free_of free_ke belanja_percuma
minimum min at_least smallest lowest_order minimum_spend min_spend min_order at_the_very_least lower_limit smallest_order minimum_quantity minimum_order | minima minimum paling_kurang sekurang-kurangnya sekurangnya minimum_order pembelian_minimum paling_sikit sekurang2nya sekecil-kecil
maximum max at_most up_to limit cap no_more_than most_you_can upper_limit capped not_exceeding ceiling_limit | maksimum maksima paling_banyak had sehingga tak_lebih had_maksimum paling_ramai setakat
tax sst gst service_charge service_tax | cukai sst cukai_perkhidmatan
start_price from_rm starting starts_from start_from as_low_as price_from onwards_from lowest_price begins_at | bermula serendah dari_harga serendah-rendah harga_mula bermula_dari dari_rm
per_person per_pax per_head each_person each_pax one_person one_pax for_one_person individual_price per_adult | seorang sorang setiap_orang seorang_berapa satu_kepala per_kepala untuk_seorang se_orang
each apiece per_piece per_unit per_pc single_piece one_piece one_unit single_unit per_box per_bottle per_set per_pack per_slice | sebiji sekeping seunit satu_unit sehelai sekotak sebungkus sebatang sepasang sebuah setiap_satu satu_biji satu_kotak sepinggan semangkuk sebekas satu_set satu_keping sebotol
monthly per_month a_month every_month each_month every_30_days monthly_fee month_to_month | sebulan bulanan setiap_bulan tiap_bulan bayaran_bulanan yuran_bulanan tiap2_bulan bulan-bulan
yearly annual per_year a_year annually every_year once_a_year yearly_fee each_year | setahun tahunan setiap_tahun setiap_setahun tiap_tahun yuran_tahunan
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
loan finance financing mortgage bank_loan borrow_money hire_purchase | pinjaman pembiayaan kredit_kedai buat_loan loan_bank pinjam_bank sewa_beli
salary wage pay_slip payslip | gaji slip_gaji
bonus incentive | bonus insentif
subsidy grant rebate government_aid aid_scheme cash_aid | subsidi bantuan geran rebat bantuan_kerajaan str
penalty fine late_fee late_charge compensation penalised penalized surcharge_late fined forfeiture get_charged | denda penalti saman ganti_rugi pampasan kena_denda dikenakan_denda kena_caj bayar_denda hukuman
[payment act]
pay payment paying paid settle settlement make_payment payment_method payment_methods pay_with mode_of_payment how_to_pay accept_payment pay_using | bayar bayaran pembayaran langsai jelaskan cara_bayar cara_bayaran kaedah_bayaran buat_pembayaran bayaran_guna bayar_guna jelas
cash banknote notes physical_money cold_cash hard_cash paper_money | tunai cash wang_tunai duit_tunai wang_kertas duit_kertas bayar_cash bayar_tunai
card swipe tap_card card_payment swipe_card terminal card_machine tap_to_pay contactless | kad mesin_kad guna_kad sentuh_kad terminal_kad > credit_card=kad_kredit debit_card=kad_debit visa mastercard amex paywave
ewallet e-wallet wallet digital_wallet mobile_wallet | ewallet e-dompet dompet_digital e_wallet > tng=touch_n_go=touchngo=tng_ewallet grabpay=grab_pay boost shopeepay=shopee_pay mae paypal apple_pay alipay wechat_pay
qr duitnow qrcode qr_code scan_pay duitnow_qr | kod_qr imbas scan
transfer bank_in bank_transfer fpx online_banking online_transfer instant_transfer wire ibg transfer_money bank_transfers bank-in interbank | pindahan pindahan_bank transfer bank_in pindah_duit transfer_duit pindah_wang pindahan_wang masukkan_duit bank_masuk tf
bank account_number bank_account acc_number | akaun_bank nombor_akaun bank akaun no_akaun no_acc > maybank cimb bank_islam rhb public_bank bsn ambank hong_leong affin
cheque check_payment | cek
installment instalment instalments payment_plan monthly_payment bnpl pay_later paylater easy_payment pay_monthly pay_in_parts split_payment pay_slowly pay_in_stages spread_the_cost staggered_payment pay_bit_by_bit zero_interest interest_free | ansuran bayar_bulan beransur bulan-bulan hutang bayar_kemudian bayar_sikit bayar_sikit-sikit bayar_ansur ansur bayar_berperingkat bayar_secara_ansuran bayar_dua_kali kongsi_bayaran > spaylater atome grabpaylater epp
deposit downpayment down_payment booking_fee upfront advance_payment advance_pay bond retainer security_deposit deposits pay_first pay_beforehand prepay prepayment prepaid_fee pay_in_advance pay_upfront earnest_money commitment_fee holding_fee reservation_fee | deposit cagaran pendahuluan wang_pendahuluan wang_cagaran bayar_dulu duit_muka wang_muka bayar_muka bayaran_muka duit_pendahuluan bayar_deposit duit_booking duit_deposit duit_tempahan bayar_separuh_dulu
balance remaining_payment outstanding rest_payment remainder remaining_amount balance_payment the_rest rest_of_the_money remaining_sum pay_the_rest settle_balance | baki selebihnya baki_bayaran bayar_baki lebihan_bayaran bakinya
receipt invoice bill slip e-invoice einvoice proof_of_payment tax_invoice official_receipt proof_of_purchase tax_receipt invoices receipts | resit invois bil slip bukti_bayaran e-invois resit_rasmi bukti_beli bil_rasmi invois_rasmi
cod cash_on_delivery pay_on_delivery pay_on_arrival pay_when_arrive pay_upon_delivery pay_when_it_arrives | bayar_masa_sampai bayar_semasa_terima cod bayar_bila_sampai bayar_dekat_rumah bayar_masa_terima bayar_barang_sampai
currency singapore_dollar sgd usd dollar ringgit exchange_rate | mata_wang dolar ringgit
auto_debit autodebit direct_debit recurring autopay | auto_debit potongan_automatik
change_money small_change | duit_baki duit_kecil
money | duit wang
due overdue pay_by due_date payment_due collected_on deduct deducted payment_deadline last_date_to_pay outstanding_amount arrears unpaid | tarikh_akhir_bayaran tertunggak tunggakan potong_duit ditolak bila_kena_bayar lewat_bayar belum_bayar
tip tipping gratuity | tip
[refund act]
refund money_back reimburse reimbursement refundable give_back_money return_money get_back refunds refunded full_refund partial_refund paid_back pay_back claim_back money_returned get_my_money_back return_my_money | refund bayaran_balik pulangkan_duit pulang_duit duit_balik wang_balik dikembalikan dipulangkan pulang_balik duit_hangus hangus burn forfeited forfeit nothing_is_returned non-refundable dapat_balik pulang_wang bayar_balik refund_penuh duit_pulang dapat_semula duit_semula pulangkan_wang duit_lesap lesap
store_credit credit_note voucher_credit | kredit_kedai nota_kredit
exchange swap replace_item change_item trade_in trade-in tradein exchanged swapping swapped exchange_for | tukar_barang tukar_saiz penukaran ganti_baru tukar_lain boleh_tukar tukar_dengan_yang_lain penukaran_barang
return send_back bring_back returned returns returning give_back return_policy bring_it_back send_it_back | pulangkan kembalikan pemulangan hantar_balik pulang_barang hantar_semula pemulangan_barang bagi_balik
cancel cancellation call_off back_out withdraw terminate termination quit end_contract unsubscribe cancelled canceled cancelling scrap_it drop_out back-out pull_out change_my_mind changed_my_mind no_longer_want cannot_make_it can't_make_it not_coming cannot_come | batal batalkan pembatalan cancel tarik_diri tak_jadi berhenti henti dibatalkan tak_jadi_pergi tak_jadi_datang cancel_je batal_kan tarik_balik tak_jadi_nak ubah_fikiran tukar_fikiran
postpone reschedule move_date change_date shift_date delay_booking change_of_date push_back change_booking another_day different_date rescheduling rescheduled postponed postponing delayed_to change_the_date change_my_booking change_the_time move_the_booking move_it_to bring_forward another_date other_date other_day new_date swap_the_date shift_to switch_the_date | tangguh tunda tukar_tarikh ubah_tarikh anjak pinda_tarikh tukar_hari penangguhan penjadualan_semula jadual_semula tukar_date ubah_hari ganti_hari tarikh_lain hari_lain pindah_tarikh tukar_masa ubah_masa tukar_slot pinda_hari lewatkan_tarikh awalkan bawa_ke_depan
no_show not_turn_up didnt_turn_up never_come don't_show fail_to_turn_up failed_to_show do_not_show did_not_come didn't_come | tak_datang tidak_hadir tak_muncul tak_muncul-muncul tak_sampai tak_hadir ghaib
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
