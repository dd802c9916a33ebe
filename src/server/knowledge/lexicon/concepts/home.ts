/** House, furniture, building, cleaning, laundry, plants. See ../concepts.ts for the format. */
export const HOME = `
[home thing]
furniture | perabot > cupboard=almari=wardrobe cabinet=kabinet shelf=shelves=rak drawer=drawers=laci
sofa couch settee | sofa
bed bedframe bed_frame | katil > single_bed queen_bed king_bed double_bed bunk=bunk_bed=katil_dua_tingkat
bedding linen | peralatan_tidur > pillow=bantal blanket=selimut=comforter=duvet=quilt=toto=gebar bedsheet=cadar=bed_sheet towel=towels=tuala
table_furniture desk dining_table | meja
door_item lock padlock key keys digital_lock locksmith | kunci mangga anak_kunci
window | tingkap
glass | kaca
mirror | cermin
stair | tangga
curtain blind blinds | langsir bidai
carpet rug | karpet permaidani > mat=tikar
wall ceiling partition plaster | dinding siling
roof rooftop awning gutter | bumbung atap
tile tiles flooring floor_covering laminate | jubin lantai
paint painting repaint emulsion primer | cat mengecat cat_dinding
building_material | bahan_binaan > cement=simen sand=pasir brick=bricks=bata concrete=konkrit mortar
wood timber plywood teak wooden | kayu papan jati
metal steel iron aluminium stainless | besi logam keluli aluminium
plastic pvc rubber | plastik getah
nail_screw screw screws bolt | paku skru
tool tools | alat alatan perkakas > drill=hammer_drill=gerudi hammer=tukul ladder=tangga_alat grinder chainsaw
kitchen stove cook_myself cooking_facilities oven hob cooker cooking_allowed do_cooking cook_in cookware pots_and_pans | dapur memasak ketuhar masak boleh_masak nak_masak masak_sendiri periuk_belanga
plumbing | paip > sink=sinki tap=kepala_paip pipe clogged=clog=tersumbat toilet_bowl=mangkuk_tandas water_heater=heater=pemanas_air
fan ceiling_fan | kipas
light lamp bulb led lighting downlight | lampu mentol
electric electricity power voltage current tnb | elektrik kuasa bekalan > wiring=wayar socket=plug=soket switch=suis
generator blackout power_cut | janakuasa genset bekalan_terputus
solar inverter photovoltaic nem net_metering feed_in | solar inverter panel_solar
battery_storage | bateri_simpanan
air_conditioner aircon aircond air_conditioning ac air-cond compressor horsepower hp_aircond | penghawa_dingin aircond pendingin hawa_dingin
gas refrigerant top_up_gas freon r32 r410 | gas
chemical_wash chemical_cleaning overhaul | cuci_kimia kimia_cuci
washing_machine washer | mesin_basuh
tv television astro netflix | tv televisyen astro
appliance appliances | perkakas_elektrik > rice_cooker=periuk_nasi kettle=cerek dryer=pengering=tumble_dryer
renovation renovate extension_house build construction | ubah_suai renovasi pengubahsuaian bina pembinaan
garden plant plants tree pot soil fertiliser fertilizer seedling landscaping grass | taman_bunga pokok tanaman pasu tanah baja anak_benih rumput
flower flowers floral florist stalk | bunga > bouquet=jambangan=sejambak rose=roses=ros=mawar lily sunflower=sunflowers=bunga_matahari orchid=orkid tulip=tulips baby_breath
pest | serangga > termite=anai-anai cockroach=lipas mosquito=nyamuk ants=semut rat=tikus
moving mover relocate move_house shift_house | pindah_rumah lori_pindah
lorry truck trailer | lori trak
[clean act]
clean cleaning cleanliness tidy hygiene sanitise dirty housekeeping vacuum mop cleaned cleaner_service cleaning_service spotless disinfect sanitised | bersih pembersihan cuci mencuci mengemas kotor vakum kemas membersihkan bersihkan dibersihkan cuci_rumah kemaskan
laundry wash washing self_service_laundry dobi washed washed_clothes wash_clothes do_laundry | dobi basuh cuci_baju mencuci membasuh basuhan basuh_baju cuci_pakaian hantar_dobi
dry drying dry_clean dry_cleaning | kering pengeringan cuci_kering keringkan
iron_clothes ironing steam_iron press | gosok seterika menggosok
fold folding | lipat melipat
stain spot mark_on_clothes bloodstain | kotoran kesan tompok noda
detergent soap | sabun pencuci > softener=pelembut bleach=peluntur
trash rubbish garbage dispose disposal recycle junk | sampah buang kitar_semula
shoe_wash wash_shoes | cuci_kasut
smell odour odor stink fragrance perfume scent scented | bau busuk wangi haruman minyak_wangi pewangi
`;
