/** House, furniture, building, cleaning, laundry, plants. See ../concepts.ts for the form. */
export const HOME = `
[home thing]
furniture cupboard cabinet wardrobe shelf shelves drawer rack | perabot almari kabinet rak laci
sofa couch settee | sofa
bed bedframe mattress single_bed queen_bed king_bed double_bed bunk | katil tilam
pillow blanket bedsheet linen duvet comforter quilt towel towels | bantal selimut cadar tuala toto
table_furniture desk dining_table | meja
door_item lock padlock key keys digital_lock locksmith | kunci mangga anak_kunci
window glass mirror | tingkap cermin kaca
curtain blind blinds | langsir bidai
carpet rug mat | karpet permaidani tikar
wall ceiling partition plaster | dinding siling
roof rooftop awning gutter | bumbung atap
tile tiles flooring floor_covering laminate | jubin lantai
paint painting repaint emulsion primer | cat mengecat cat_dinding
cement sand brick concrete mortar | simen pasir bata konkrit
wood timber plywood teak wooden | kayu papan jati
metal steel iron aluminium stainless | besi logam keluli aluminium
plastic pvc rubber | plastik getah
nail_screw screw screws bolt | paku skru
tool tools drill hammer ladder grinder | alat alatan gerudi tukul tangga_alat perkakas mesin
kitchen stove cook_myself cooking_facilities oven hob cooker | dapur memasak ketuhar masak
sink tap pipe plumbing drain clog clogged toilet_bowl water_heater heater | sinki paip saluran tersumbat pemanas_air heater
fan ceiling_fan | kipas
light lamp bulb led lighting downlight | lampu mentol
electric electricity power wiring socket plug switch_board voltage current tnb | elektrik kuasa wayar soket plug suis bil_elektrik bekalan
generator blackout power_cut | janakuasa genset bekalan_terputus
solar inverter photovoltaic nem net_metering feed_in | solar inverter panel_solar
battery_storage | bateri_simpanan
air_conditioner aircon aircond air_conditioning ac air-cond compressor horsepower hp_aircond | penghawa_dingin aircond pendingin hawa_dingin
gas refrigerant top_up_gas freon r32 r410 | gas
chemical_wash chemical_cleaning overhaul | cuci_kimia kimia_cuci
washing_machine washer dryer | mesin_basuh pengering
tv television astro netflix | tv televisyen astro
appliance appliances rice_cooker kettle iron_appliance | perkakas_elektrik cerek periuk
renovation renovate extension_house build construction | ubah_suai renovasi pengubahsuaian bina pembinaan
garden plant plants tree pot soil fertiliser fertilizer seedling landscaping grass | taman_bunga pokok tanaman pasu tanah baja anak_benih rumput
flower flowers bouquet rose roses lily sunflower orchid florist floral stalk | bunga jambangan sejambak ros mawar
pest termite cockroach mosquito ants rat | serangga anai-anai lipas nyamuk semut tikus
moving mover relocate move_house shift_house | pindah_rumah lori_pindah
lorry truck trailer | lori trak
[clean act]
clean cleaning cleanliness tidy hygiene sanitise dirty housekeeping vacuum mop | bersih pembersihan cuci mencuci mengemas kotor vakum kemas membersihkan
laundry wash washing self_service_laundry dobi washed | dobi basuh cuci_baju mencuci membasuh basuhan
dry drying dry_clean dry_cleaning | kering pengeringan cuci_kering keringkan
iron_clothes ironing steam_iron press | gosok seterika menggosok
fold folding | lipat melipat
stain spot mark_on_clothes bloodstain | kotoran kesan tompok noda
detergent soap softener shampoo_wash bleach | sabun pencuci pelembut peluntur
trash rubbish garbage dispose disposal recycle junk | sampah buang kitar_semula
shoe_wash wash_shoes | cuci_kasut
smell odour odor stink fragrance perfume scent scented | bau busuk wangi haruman minyak_wangi pewangi
`;
