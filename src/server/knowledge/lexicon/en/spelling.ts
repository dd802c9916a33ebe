/** How people type English: short forms and Manglish. Data only; see docs/answers.md for how to add a word. */

/** The usual word, then its typed variants; `_` joins words. */
export const SPELLINGS = `
you: u yu ya_all
your: ur yr yor youre_
are: r ar
please: pls plz plss pleasee plis pl
how: hw hows howw
much: mch muchh
how_much: hm howmuch hwmuch
what: wat wht wut wad whats wats
when: wen whn
where: wher whr wheres
why: y_ wy
which: wich whch
who: hu whos
with: wif wth w
without: wo_ wthout
for: fr 4_
to: 2_
and: n_ nd
before: b4 bfr befor
tomorrow: tmr tmrw tmw tomoro tmorow 2moro tomorow
today: tdy 2day todae
tonight: tonite 2nite tnite
night: nite nyt
weekend: wkend wknd wkends
weekday: wkday wkdays
minutes: min mins mnts
minute: minit_
hours: hrs hr
people: ppl pple peeps pax_ppl
person: pers psn
because: bcos cos coz bcuz cuz bc
thanks: thx tks thnx tnx tq ty tqvm thankyou
okay: ok okie oki k kk okok
have: hv hav hve
having: havin hving
got: gt
about: abt bout
between: btw_ btwn
delivery: delivry dlvry delievery deliveri dlivery
deliver: dlvr deliber
appointment: appt apt appoinment appointmnt apoinment
reservation: reservtion resevation rsvp
available: avail avaialble availble avlbl
address: addr adress add_
location: loc locaton
number: num nmber numbr
message: msg mesej
picture: pic pict
pictures: pics
photo: foto_
information: info_
quantity: qty qnty
amount: amt
maximum: max
minimum: min_
payment: paymnt pymt
transfer: trf tf trsf tx trasnfer
account: acc acct akaun_
price: prc prce pric
promotion: promo
discount: disc discnt discoun dscount
deposit: depo
warranty: warenty waranty warrenty
guarantee: garantee guarentee gurantee
receipt: reciept recipt
return: retrun
refund: rfund reffund
cancel: cancle cancl
registration: regis registr
certificate: cert certs
student: studnt stdnt
students: studnts
birthday: bday besday befday
morning: mornin
evening: evng
breakfast: brekkie bfast
chocolate: choc choco
vegetarian: veg vege
parking: prking parkin
membership: mbership mmbership memship
equipment: equip
language: lang
between: btwn
including: incl inc
including_all: incld
temperature: temp
aircond: air_cond aircon air_con
advance: advnce
email: emel_
international: intl
january: jan
february: feb
another: anothr
already: alrdy alr ady edi
still: stil
actually: actly
something: smth sth
anything: anythng
everyday: evryday everday
service: servis svc
services: svcs
company: comp_ coy
original: ori
different: diff difrent
difference: diff_
especially: esp
approximately: approx
department: dept
should: shud
would: wud
could: cud
the: da d_
this: dis
that: dat
there: der
my: me_
our: our_
can: cn cannot_ kan_
cannot: cant cannt
do_not: dont dun
is_not: isnt
does_not: doesnt
want_to: wanna
going_to: gonna
got_to: gotta
open: opn ope openn
closed: clsed
close: cls clos
same: sme
size: sz
screen: scrn
phone: fone phne
battery: bat_ batt battry
wash: wsh
laundry: londri laundri
machine: mach
second: 2nd sec_
first: 1st
third: 3rd
`;

/** Words that do not show what a question is about. */
export const EMPTY =
  "a about actually after_all again ah aiyo all alot also already am an and any anybody anyhow anyone anything anyway are as ask asking at be because been being bit boss bro but by can cannot could currently da dear did do does doing done ever eh fine folks for from get gets getting give gives go going gonna good_day got had hai has have having he hello help_pls her here hey hi him his hmm hope how i id if ill im in into is it its ive just kindly know la lah leh let lets like little ll lol look looking lor lot may maybe me mean means might miss more most mr mrs must my myself need needs no nope not now of off oh ok okay on one_thing only or other our ours out over please possible probably provide provides put quite really right said say says see she should shouldnt sir sis so some somebody someone something sorry still such sure tell than thank thanks that thats the their them then there theres these they thing things think this those though to too tried try_ u under until up us very wanna want wanted wants was we well were weve what whatever when whether which while who whom whose why will with wondering wont would yah ya yea yeah yes yet you youre your yours yup hi there dm im ill theyre hows ive id doesnt dont didnt isnt arent wasnt cant couldnt wouldnt havent hasnt de one ones got come comes came coming able thanks happen happens find give gave bring_ take takes taking took make makes making made_ makan2 keep_ own_ lets let guys guy_ mind";
