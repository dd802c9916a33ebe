/** Words of small talk in both languages, with short forms written out. Data only. A message of nothing else is small talk. */

export const TALK = {
  hello:
    "hi hello hey hai helo hallo halo heya hiya yo salam assalamualaikum asalamualaikum wslm waalaikumsalam slm greetings morning afternoon evening selamat pagi petang malam tengahari tengah hari sejahtera datang khabar sihat gm gd hye oi night there good anyone anybody around knock test testing",
  thanks:
    "thanks thank thx tq tqvm tqsm tqs ty terima kasih tenkiu timakasih tima appreciate appreciated cheers jazakallah jazakallahu khair khairan alhamdulillah syukran arigato xiexie kamsia nandri",
  bye: "bye goodbye byebye babai byee tata jumpa lagi tinggal ttyl cya later goodnight farewell",
  noted:
    "ok okay okey k oki noted alright cool great nice faham paham baik set cun onz beres orait roger understood clear clarified clarifying clarify got sorry maaf never mind takpe takpa ignore typo salah silap mesej hantar haha hehe lol wow wah done yes ya yup baiklah sure deal perfect fine hmm thinking think fikir first dulu nanti bincang discuss tanya later sekejap jap kejap husband wife suami isteri bakal laki bini mak boss parents family keluarga saja questions question drop visit soalan order datang singgah fikirkan consider office ofis pejabat balik roger takut bakal follow wait tunggu",
  praise:
    "helpful bagus terbaik best sedap awesome amazing excellent superb fast quick reply service layan layanan cepat balas membantu sangat nice great good love lovely mantap padu power steady layan cantik semoga maju jaya berkat murah rezeki",
  polite:
    "very much so really many banyak sekali all everyone everybody team admin boss bro sis kak abang bang akak adik tuan puan encik cik dik sir madam miss dear uncle aunty auntie auntiey makcik pakcik pak mak cikgu teacher doc doktor doctor ustaz ustazah coach chef tauke towkay kawan guys a lot again that is was please you u ye your for the help info information infonya atas bantuan jawapan semua to it and saya kami i im we am ini itu ni tu la lah je nak apa how are day weekend have take care see tuesday saturday sunday monday friday next time soon hari esok tomorrow nanti this quick one just ask tau be too ada orang busy sibuk ke tak menjawab",
} as const;

/** Whoever asks whether a person or a program answers. */
export const MACHINE =
  "bot robot robots chatbot human humans manusia mesin machine automated automatic automatik auto ai person people real sendiri operator program computer komputer";
/** What else such a question is made of. */
export const MACHINE_FRAME =
  "are is am this that a an the or you u i we talking chatting speaking chat talk to with who what answer answering answered answers me cikgu doc mak teh one reply replying replies message mesej ini itu ni tu ke atau awak anda kamu kau ko hang you admin ada orang org siapa yang balas jawab menjawab reply berborak sembang dengan cakap bercakap staff receptionist betul real ya eh la hi hello salam hai ok adakah saya sedang just one not really actually kah apa tengah kak bang abang";
