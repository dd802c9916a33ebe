/**
 * Words that are related but have different meanings: the answer to a question about the first word of a line may be in a
 * text about one of the others, and vice versa. All words are in the lexicon; `_` joins phrases. Data only.
 */
export const RELATED = `
deposit half full balance secure booking refund upfront order
half full percent
installment card monthly price plan bank
transfer bank qr account_number receipt deposit
pay cash card ewallet qr transfer installment cheque
cash card
refund cancel return store_credit deposit exchange change_mind
cancel notice refund penalty contract deposit postpone
postpone date change notice cancel freeze
change exchange modify postpone replace return
exchange return size receipt warranty replacement
return receipt refund damage
no_show late deposit
freeze membership contract pause
penalty cancel late contract
discount bulk member student_price promo voucher package free senior_citizen
bulk quantity carton minimum discount
student student_price class exam school student_discount
referral friend discount bonus voucher
points member voucher
package include price set
include price provided free extra
free include price delivery extra
extra surcharge price include weekend holiday night
total price
per_person price capacity
minimum quantity order delivery
cheap price discount
salary job part_time
job apply resume age staff
open close hours holiday weekend last_order break
close holiday break open
last_order close
twenty_four_hours open
holiday raya open close christmas cny
raya ramadan holiday order
ramadan iftar buffet hours
weekend weekday saturday sunday
weekday monday friday peak
night late_night pm overnight last_order
morning early am breakfast
today same_day urgent
tomorrow next_day early same_day
urgent same_day early surcharge express notice fast emergency
early notice days_before deadline booking
deadline early registration before
ready duration collect day
duration minutes hour ready day week
wait walk_in duration queue appointment
valid expiry month date
expiry valid shelf_life keep frozen fridge
shelf_life fridge frozen keep
frequent year month maintenance
schedule class hours day
peak price weekend holiday
location floor near mall branch opposite directions
branch location kiosk
near location walking_distance behind
far distance delivery location
floor lift stairs
lift stairs wheelchair floor
wheelchair lift stairs oku ramp
parking car street mall basement motorcycle
delivery distance free grab courier within_km sabah postage self_pickup cod
delivery lalamove rider
postage sabah kg courier delivery
sabah east_malaysia postage
self_pickup collect location hours
collect ready self_pickup hours
tracking delivery courier
packaging frozen fragile ice box
takeaway packaging dine_in
dine_in table seating
outside delivery area
home delivery home_visit onsite distance
area delivery outside distance
survey quotation free measurement visit
transport van pickup_service airport distance
airport transport distance
bus train station transport
walk near distance
contact whatsapp phone email call
whatsapp reply photo order
reply hours whatsapp
complaint whatsapp manager refund
emergency night_call after_hours phone fault surcharge
booking appointment walk_in deposit whatsapp online slot
walk_in appointment booking wait
appointment slot hours
order whatsapp deposit notice form
availability booking slot stock
registration form fee document online deposit
form registration sign guardian
document ic passport copy registration certificate requirement
requirement document age ic bring
bring document own include provided towel
sample photo design
design photo draft logo custom revision
custom design size order logo name
name_on custom free message
quantity minimum pieces
install duration price included technician
rent deposit day late_fee return price
sell buy_back secondhand trade_in
secondhand trade_in used warranty
original genuine brand warranty
brand original model type
type choice flavour colour material
stock restock available branch
recommend popular best_seller suitable
difference compare price size basic premium
warranty repair replacement damage month claim receipt
repair warranty price fault technician spare_part quotation check
damage repair warranty compensation claim pay
lost compensation found forgot lost_card replacement
lost key
forgot found keep
maintenance service year cleaning
inspection free price fee
replace price part warranty
quality material warranty durable
test trial free
trial free class month register
insurance panel claim cover accident
contract month cancel notice
safe certificate insurance staff cctv child
licence certificate registered
allowed forbidden rule not_allowed
pet allowed dog cat forbidden
outside_food allowed corkage forbidden
smoking forbidden balcony outside fine
noise night quiet forbidden
dress_code shoes clothes forbidden
alcohol halal pork
age child adult minimum months_old baby teenager elderly student year_limit
child age adult free baby half_price parents
baby child age months_old stroller
elderly senior_citizen wheelchair age discount
teenager age guardian
women ladies_only female_staff private muslim separate
women female
men women separate ladies_only
pregnant doctor safe massage allowed
breastfeeding room private women
family child group package room
couple two honeymoon package
group discount capacity booking minimum bulk
capacity person maximum seat room table size
person capacity price extra
guest visitor extra capacity
company invoice corporate quotation bulk
beginner class level lesson experience
expert doctor experience certificate
staff owner technician name
owner staff name
teacher class name certificate
doctor name appointment specialist
technician certificate appointment
driver transport van lesson
photographer photo edit hours
language english malay mandarin teacher
halal pork jakim certificate alcohol ingredient muslim_meal
muslim halal prayer
allergy nut egg milk gluten ingredient seafood kitchen
vegetarian vegetable meat egg
sugar sweet diabetic
spicy sambal chilli
ingredient contain flour milk egg
preservative natural shelf_life fridge
fridge frozen keep shelf_life ice
hot reheat steam microwave
frozen steam fry reheat delivery ice
food meal menu breakfast lunch snack
drink coffee tea water juice
breakfast include morning
cake flavour tier size birthday candle
cake eggless cream
birthday cake candle party decoration
portion size person
buffet person price
catering person menu minimum tent
tent table chair fan
bed sofa mattress extra_bed size
towel blanket bedsheet provided bring
kitchen cook stove fridge utensil
water_heater shower bathroom
electric bill power generator
tv netflix wifi
air_conditioner fan room
gas refill aircon leak
clean wash stain schedule
wash dry detergent machine
stain warranty clean
machine token coin change_money
shoe wash clean
pest treatment warranty
flower bouquet vase card fresh
car parking wash service battery
tyre size alignment patch puncture
puncture tyre patch tow
battery car tow warranty jumpstart
engine_oil service mileage
tow emergency distance battery
road_tax insurance
lesson test licence
fail repeat retest pay
driving_test lesson fail date
medicine clinic price prescription
sick clinic mc doctor medicine
mc clinic doctor
fever clinic child
pain treatment physiotherapist injury
injury doctor physiotherapist freeze treatment
vaccine travel child price card
panel_clinic company insurance card
tooth scaling price
eye glasses test free
glasses lens frame warranty adjust
contact_lens eye test
hair colour_hair length price
makeup wedding trial price
massage women minutes price
gym member locker towel class
class schedule trial fee replacement_class
shower towel locker
locker key padlock
swim pool child hours
pool child hours towel
pet vaccine cat dog
cat grooming boarding vaccine food
grooming cat appointment
boarding vaccine food pet night
vaccine_pet card boarding
phone screen battery
screen price phone warranty
data backup safe delete keep privacy
backup data cloud
laptop repair clean
wifi internet password free
internet connection offline
app phone iphone android
account password user
user plan price
integration export import bank
support whatsapp reply hours
tax invoice sst
print size price logo file
exam certificate class
absent replacement_class notice refund
replacement_class absent
kindergarten age fee hours
uniform price size
book fee include
certificate class exam
online_class zoom
report parents
wedding package dress photographer decoration
dress fitting size alter rent
decoration theme flower backdrop
photo edit album soft_copy
edit photo delivery day
album photo include
clothes wash fitting size
tudung size material colour
size measurement small large width
colour choice stock
fabric material iron
sew alter size
gift wrap card ribbon delivery
gift_wrap gift free
anonymous card delivery
jewellery wash
hotel room breakfast check_in
check_in early key id
check_out late extra time
extra_bed child price
toilet facility
prayer room mosque
playground child
tour include ticket guide
umrah visa document price
flight ticket direct luggage
visa passport document
ticket price child
weather rain cancel postpone
rain cancel outdoor tent
experience year since
machine rent
storage keep item
use instruction
approval document wait
compulsory requirement
optional extra
`;
