/** Food and drink. See ../concepts.ts for the format. */
export const FOOD = `
[halal attr]
halal jakim muslim_friendly pork-free pork_free no_pork no_lard haram non_halal halal-certified halal_cert halal_certificate is_it_halal muslim-friendly muslim_can_eat | halal jakim sijil_halal mesra_muslim khinzir babi pork lard status_halal halal_ke ada_sijil_halal halal_jakim orang_islam_boleh_makan
allergy allergic allergies allergen sensitive intolerance reaction anaphylaxis allergic_to food_allergy nut_allergy allergy-friendly allergies_to cannot_eat can't_eat react_to rashes | alahan alah alergi alergik sensitif allergic tak_boleh_makan gatal_bila_makan alah_pada alahan_makanan alergi_pada pantang_makan
vegetarian meatless no_meat jain | vegetarian sayur_sahaja tanpa_daging
vegan plant_based | vegan
gluten gluten-free gluten_free wheat celiac coeliac | gluten gandum
sugar sugar-free sweetener sugarless less_sweet kurang_manis diabetic diabetes | gula kurang_manis tanpa_gula kencing_manis diabetes manis
spicy spice hot_spicy chilli chili less_spicy not_spicy how_hot_is_it not_too_spicy mild | pedas cili tak_pedas kurang_pedas lada pedas_tak tahap_pedas pedas_sangat_ke
ingredient ingredients contain contains contents inside_it what_is_in made_of made_from whats_inside what's_inside what's_in what_goes_into made_with | bahan ramuan kandungan mengandungi diperbuat apa_dalam dibuat_dari buat_dari_apa ada_apa_dalam
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
fish | ikan > salmon tuna siakap=sea_bass keli=catfish patin tenggiri
prawn shrimp | udang
squid | sotong
crab | ketam
egg eggs eggless egg_free | telur tanpa_telur
milk dairy lactose cow_milk | susu tenusu laktosa > oat_milk soy_milk almond_milk goat_milk=susu_kambing
cheese cheesy | keju
butter buttercream margarine | mentega
cream whipped_cream | krim
bread loaf | roti > bun toast=roti_bakar sandwich=sandwic baguette sourdough croissant
roti_canai | roti_canai roti_kosong
noodle noodles | mi mee > bihun=vermicelli kuetiau=kuey_teow laksa spaghetti=pasta maggi
soup broth | sup kuah
curry gravy rendang | kari gulai rendang
satay sate | sate satay
vegetable vegetables greens | sayur sayuran > salad ulam kangkung
fruit fruits | buah buah-buahan > durian mango=mangga banana=pisang strawberry watermelon=tembikai pineapple=nanas rambutan
nut nuts | kacang kekacang > peanut=peanuts=kacang_tanah almond=badam walnut cashew=gajus pistachio
coconut santan | kelapa santan
chocolate cocoa | coklat
vanilla | vanila vanilla
flavour flavor flavours taste tasty delicious yummy | perisa rasa sedap perasa
cake cakes birthday_cake sponge | kek
cupcake muffin | cupcake muffin kek_cawan
cookie cookies biscuit biscuits | biskut kuih_raya cookies
pastry | pastri > tart pie=pai puff donut=doughnut=donat croissant
kuih traditional_cake | kuih > pudding=puding jelly=agar-agar ice_cream=gelato=aiskrim=ais_krim
cake_decoration decorate_cake topping toppings | hiasan_kek topping > fondant=fondan icing=frosting=aising topper candle=lilin sprinkles
tier layer two-tier | tingkat_kek lapis
slice | potong kepingan
coffee | kopi > latte cappuccino espresso americano mocha
tea teh matcha | teh
juice smoothie | jus
water mineral_water plain_water drinking_water | air_kosong air_mineral air_masak air_minum
ice cold iced chilled | ais sejuk
hot warm heated warm_up reheat microwave steam | panas panaskan suam kukus
frozen freezer freeze_food fridge refrigerate refrigerator chiller keep_cold thaw defrost | beku sejuk_beku peti_sejuk peti_ais fridge penyejuk nyahbeku
fried fry deep-fried grilled bbq barbecue roast steamed baked bake bakar | goreng bakar panggang kukus
sauce | sos > sambal kicap=soy_sauce ketchup=sos_tomato mayo=mayonnaise kuah_kacang=peanut_sauce
portion serving set_meal serve_how_many bigger_portion | hidangan_seorang porsi sajian
refill free_flow unlimited buffet all_you_can_eat | isi_semula refill bufet makan_sepuasnya
frozen_food | makanan_beku frozen
snack snacks tidbits keropok | jajan keropok kudapan kerepek
honey | madu
oil_food olive_oil cooking_oil | minyak_masak
raw uncooked | mentah
fresh freshly today's_batch | segar fresh baru_masak
leftover leftovers | lebihan_makanan baki_makanan
utensil cutlery disposable | alat_makan > fork spoon=sudu plate=pinggan paper_plate=pinggan_kertas
[catering act]
catering cater buffet_catering kenduri feast banquet | katering kenduri jamuan majlis_makan
canopy tent marquee khemah | kanopi khemah
dome chafing | dome
table_setup tables_and_chairs | meja_kerusi
live_station stall_catering | gerai_live
cooking_class | kelas_memasak
`;
