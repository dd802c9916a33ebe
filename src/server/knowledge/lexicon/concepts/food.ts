/** Food and drink. See ../concepts.ts for the form. */
export const FOOD = `
[halal attr]
halal jakim muslim_friendly pork-free pork_free no_pork no_lard haram non_halal | halal jakim sijil_halal mesra_muslim khinzir babi pork lard
allergy allergic allergies allergen sensitive intolerance reaction anaphylaxis | alahan alah alergi alergik sensitif allergic
vegetarian vegan plant_based meatless no_meat jain | vegetarian vegan sayur_sahaja tanpa_daging
gluten gluten-free gluten_free wheat celiac coeliac | gluten gandum
sugar sugar-free sweetener sugarless less_sweet kurang_manis diabetic diabetes | gula kurang_manis tanpa_gula kencing_manis diabetes manis
spicy spice hot_spicy chilli chili less_spicy not_spicy | pedas cili tak_pedas kurang_pedas lada
ingredient ingredients contain contains contents inside_it what_is_in made_of made_from | bahan ramuan kandungan mengandungi diperbuat
preservative preservatives msg chemical additive colouring artificial | pengawet ajinomoto kimia pewarna perasa
calories nutrition healthy diet low_carb keto protein | kalori nutrisi sihat diet berkhasiat pemakanan
organic natural homegrown | organik semula_jadi asli
[food thing]
food eat eating meal meals dish dishes cuisine grub | makan makanan hidangan juadah lauk mkn
drink drinks beverage beverages | minuman minum air_minuman
breakfast | sarapan makan_pagi
lunch | makan_tengah_hari makan_tengahari
dinner supper | makan_malam
rice nasi | nasi beras
nasi_lemak | nasi_lemak
fried_rice | nasi_goreng
chicken poultry | ayam
beef meat cow steak | daging lembu
lamb mutton goat | kambing biri-biri
fish seafood salmon tuna | ikan makanan_laut
prawn shrimp | udang
squid sotong | sotong
crab | ketam
egg eggs eggless egg_free | telur tanpa_telur
milk dairy lactose cow_milk susu oat_milk | susu tenusu laktosa
cheese cheesy | keju
butter buttercream margarine | mentega
cream whipped_cream | krim
bread loaf bun toast sandwich | roti sandwic
roti_canai | roti_canai roti_kosong
noodle noodles mee pasta spaghetti kuey_teow laksa | mi mee bihun kuetiau laksa
soup broth | sup kuah
curry gravy rendang | kari gulai rendang
satay sate | sate satay
vegetable vegetables greens salad | sayur sayuran ulam salad
fruit fruits durian mango banana berry strawberry | buah buah-buahan durian mangga pisang
nut nuts peanut peanuts almond walnut cashew | kacang badam kekacang walnut gajus
coconut santan | kelapa santan
chocolate cocoa | coklat
vanilla | vanila vanilla
flavour flavor flavours taste tasty delicious yummy | perisa rasa sedap perasa
cake cakes birthday_cake sponge | kek
cupcake muffin | cupcake muffin kek_cawan
cookie cookies biscuit biscuits | biskut kuih_raya cookies
pastry tart pie puff croissant donut doughnut | pastri tart pai karipap donat
kuih dessert traditional_cake sweets pudding jelly ice_cream gelato | kuih pencuci_mulut manisan puding agar-agar aiskrim ais_krim
fondant icing frosting topping toppings topper candle sprinkles | fondan aising topping hiasan_kek lilin
tier layer two-tier | tingkat_kek lapis
slice | potong kepingan
coffee latte cappuccino espresso americano mocha kopi | kopi latte
tea teh matcha | teh
juice smoothie | jus
water mineral_water plain_water drinking_water | air_kosong air_mineral air_masak air_minum
ice cold iced chilled | ais sejuk
hot warm heated warm_up reheat microwave steam | panas panaskan suam kukus
frozen freezer freeze_food fridge refrigerate refrigerator chiller keep_cold thaw defrost | beku sejuk_beku peti_sejuk peti_ais fridge penyejuk nyahbeku
fried fry deep-fried grilled bbq barbecue roast steamed baked bake bakar | goreng bakar panggang kukus
sauce sambal dip ketchup mayo | sos sambal kicap kuah_kacang
portion serving set_meal serve_how_many bigger_portion | hidangan_seorang porsi sajian
refill free_flow unlimited buffet all_you_can_eat | isi_semula refill bufet makan_sepuasnya
frozen_food | makanan_beku frozen
snack snacks tidbits keropok | jajan keropok kudapan kerepek
honey | madu
oil_food olive_oil cooking_oil | minyak_masak
raw uncooked | mentah
fresh freshly today's_batch | segar fresh baru_masak
leftover leftovers | lebihan_makanan baki_makanan
utensil cutlery fork spoon plate disposable paper_plate | sudu garpu pinggan pinggan_kertas cawan
[catering act]
catering cater buffet_catering kenduri feast banquet | katering kenduri jamuan majlis_makan
canopy tent marquee khemah | kanopi khemah
dome chafing | dome
table_setup tables_and_chairs | meja_kerusi
live_station stall_catering | gerai_live
cooking_class | kelas_memasak
`;
