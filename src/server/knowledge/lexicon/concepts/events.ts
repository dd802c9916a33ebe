/** Events, clothes, photographs, gifts, printing. See ../concepts.ts for the format. */
export const EVENTS = `
[event thing]
wedding bride groom bridal marriage solemnisation nikah akad reception bertandang | kahwin perkahwinan pengantin nikah akad majlis_kahwin resepsi bertandang sanding
engagement engaged tunang | tunang pertunangan bertunang
birthday birthday_party bday | hari_jadi birthday hari_lahir befday
party celebration event function gathering ceremony occasion parties celebrations throw_a_party host_an_event celebrate celebrating | majlis parti acara keramaian sambutan program_majlis buat_majlis nak_buat_party sambut meraikan raikan
aqiqah cukur_jambul baby_shower | akikah cukur_jambul
funeral condolence wreath | kematian takziah
graduation convocation convo | konvo konvokesyen graduasi
anniversary | ulang_tahun
valentine mothers_day mother's_day fathers_day | hari_ibu hari_kekasih hari_bapa
corporate_event annual_dinner team_building seminar meeting conference | makan_malam_tahunan seminar mesyuarat
decoration decor deco decorate backdrop dais pelamin balloon balloons arch decorated decorations set_up_decor | hiasan dekorasi pelamin belon backdrop perhiasan hiasan_dewan menghias deko
emcee dj live_band karaoke entertainment | pengacara dj hiburan karaoke kugiran
door_gift doorgift favour gift_bag goodies | doorgift cenderahati berkat buah_tangan
invitation invite card_invitation wedding_card | kad_jemputan jemputan kad_kahwin
hantaran tray dulang | hantaran dulang
usher helper_event waiter | penanggah pelayan
theme concept style_theme | tema konsep gaya
[photo thing]
photo photos picture pictures photography photoshoot shoot photo_session portrait portraits image photos_taken take_pictures snap_photos photoshoots | gambar foto fotografi bergambar sesi_gambar penggambaran potret ambil_gambar tangkap_gambar amik_gambar bergambar_di
video videography footage drone clip | video videografi dron rakaman
edit editing retouch edited soft_copy softcopy raw_file raw_files high_res digital_file | edit suntingan softcopy fail
album frame_photo photobook canvas_print | album bingkai_gambar
studio_space | studio
[clothes thing]
clothes clothing outfit dress shirt blouse garment wear_item costume gown suit | baju pakaian dres kemeja gaun sut busana kostum persalinan
traditional_clothes | baju_tradisional > baju_kurung=kurung kebaya baju_melayu=sampin=songket batik kurta jubah=robe
hijab scarf tudung shawl headscarf bawal telekung | tudung selendang bawal telekung
shoe shoes | kasut > sandal=sandals slippers=selipar sneakers heels=kasut_tumit
trousers pants | seluar > jeans skirt
bag handbag backpack luggage suitcase | beg bagasi
jewellery jewelry | barang_kemas > ring=cincin necklace=rantai_leher bracelet=gelang earrings=subang gold=emas silver=perak
watch clock | jam_tangan
fabric cloth material what_material made_of_what_material | kain fabrik material jenis_kain bahan_apa kain_apa > cotton=kapas satin silk=sutera chiffon=sifon linen_fabric lace=renda wool velvet=baldu jersey_fabric voile
sew sewing tailoring stitch alter_clothes alteration hem shorten resize sewn alterations altering tailored stitching | jahit menjahit jahitan alter potong_baju kecilkan pendekkan baiki_baju dijahit tukang_jahit_boleh ubah_suai_baju
size sizes measurement measurements big_size dimension dimensions sizing what_size which_size size_chart fits_me my_size measurements_chart size_guide dimensions_of how_wide how_long_is_the how_big | saiz ukuran sz dimensi carta_saiz saiz_apa size_apa muat_tak berapa_besar berapa_panjang lebar_berapa ukuran_badan sais > small=kecil=saiz_s medium=saiz_m large=saiz_l xl xxl=plus_size
big bigger biggest larger | besar lebih_besar terbesar
small smaller tiny mini | kecil lebih_kecil mini
loose tight too_big too_small oversized slim_cut | longgar ketat
thick thin thickness | tebal nipis ketebalan
colour color colors shade shades colours colours_available colour_options what_colour which_colours | warna warna_apa kaler kale warne pilihan_warna > red=merah blue=biru black=hitam white=putih pink green=hijau yellow=kuning purple=ungu brown=coklat_warna grey=gray=kelabu beige nude navy
see-through transparent | jarang lut_sinar
wrinkle crease iron_needed | kedut renyuk
embroidery print_shirt tshirt t-shirt t_shirt jersey custom_shirt logo | sulam sulaman baju_t logo jersi
[gift thing]
gift gifts present hamper surprise souvenir presents gift_wrapping gift_set goodie_bag | hadiah hamper kejutan cenderahati hadiah_untuk set_hadiah bagi_hadiah
wrap_gift gift_wrap ribbon greeting_card message_card note_card card_message | balut_hadiah reben kad_ucapan tulis_ucapan
anonymous secret | rahsia tanpa_nama
printing_goods | barang_cetak > sticker=pelekat=label banner=bunting=kain_rentang=sepanduk signboard=papan_tanda name_card=business_card=kad_nama flyer=brochure_print=risalah_cetak poster
drinkware | bekas_minuman > tumbler mug=cup=cawan bottle=botol
toy toys lego doll | mainan permainan_kanak anak_patung
`;
