/** General properties and verbs. See ../concepts.ts for the format. */
export const GENERAL = `
[general attr]
which which_one | mana_satu yang_mana
difference differ compare comparison versus vs better_than what's_different different_from which_is_better compared_to distinguish | beza perbezaan berbeza banding bandingkan perbandingan lain apa_beza beza_dia apa_bezanya mana_lagi_bagus
same similar identical | sama serupa
include included inclusive comes_with come_with includes including bundled what_do_i_get what_do_we_get what_comes_with is_there_included whats_included what's_included part_of_the_package comes_along | termasuk sekali_dengan disertakan merangkumi termasuk_sekali meliputi dapat_apa apa_yang_dapat sekali_ke termasuk_apa include_sekali dah_termasuk sekali_dalam_pakej
exclude excluded not_included separate separately | tidak_termasuk asing berasingan kecuali
except excluding exception | kecuali selain
reason cause | sebab kenapa
good_condition condition | keadaan
strong powerful tough | kuat kukuh lasak
soft gentle smooth | lembut halus
hard difficult tough_to | keras susah sukar
easy simple convenient | mudah senang ringkas
light_weight portable | ringan mudah_alih
waterproof water_resistant rainproof | kalis_air
rain raining weather storm bad_weather rains heavy_rain bad_weather_day thunderstorm pouring drizzle wet_weather | hujan cuaca ribut hujan_lebat kalau_hujan cuaca_buruk hari_hujan ribut_petir
hot_weather heat sunlight sun | panas_terik matahari
modern classic traditional vintage | moden klasik tradisional
popular_choice | pilihan_ramai
complete_set everything_included | lengkap
experience years_in_business since established founded history how_long_in_business how_many_years long_have_you_been been_doing_this been_in_business track_record | pengalaman sejak ditubuhkan sejarah tahun_beroperasi penubuhan berapa_lama_dah dah_berapa_tahun lama_dah_berniaga sudah_berapa_lama
award recognition | anugerah pengiktirafan
partner collaboration sponsor supplier vendor agent | rakan_niaga kerjasama tajaan pembekal ejen wakil
event_space venue hall_rental | tempat_majlis dewan_sewa
machine machinery | mesin
bring_own own byo | bawa_sendiri sendiri
store_item keep storage_keep preserve | simpan penyimpanan menyimpan
leave_item drop_off_item put_down | tinggal tinggalkan letak
use usage apply_product instruction instructions how_to_use | guna penggunaan pakai arahan
open_item opened_package seal unboxed | buka_pek dibuka_plastik
remove take_off take_out_remove get_rid | tanggal buang keluarkan
add put_in include_extra insert | tambah letak masukkan
write name_on words_on message_on wording | tulis tulisan nama_atas ucapan
cut trim_down | potong memotong
limit_number how_many_max | had
colour_choice | pilihan_warna
set_pieces piece_set | set
pair | sepasang pasang
box_item | kotak
bottle_item | botol
packet sachet pack_unit | paket peket bungkus
roll sheet | gulung helai keping
dozen twelve | sedozen dozen
first_floor_unit | tingkat_pertama
two-year | dua_tahun
`;
