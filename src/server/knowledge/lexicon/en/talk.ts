/** The English texts of the built-in answerer, and the English small talk that it understands. */
import { endWith, type Talk } from "../talk.ts";

export const talk: Talk = {
  say: {
    hello: (name: string) => `Hello, I am ${name}. What would you like to know?`,
    thanks: () => "You are welcome. Is there anything else you would like to know?",
    bye: () => "Goodbye, and thank you for stopping by.",
    noted: () => "Good. Ask me whenever there is something you would like to know.",
    who: (name: string) =>
      `I am ${name}, the automatic assistant on this site. Ask me anything about us, and I answer from what I have been told.`,
    person: () => "I am the automatic assistant on this site, so I cannot connect you with our staff. Please contact us directly.",
    unknown: (topics: readonly string[]) =>
      topics.length === 0
        ? "I do not know that yet. Please contact us directly."
        : `I do not know that yet. I can tell you about: ${endWith(topics)}`,
    unknownPart: (part: string) => `I do not know this yet: “${part}”`,
    vague: () => "Yes, of course. What would you like to know?",
    which: (topics: string) => `I know a few things about that. Which one do you mean?\n${topics}`,
  },
  askPrice: (thing) => {
    const [noun = thing] = thing.split(/ (?:for|with|per|of|in) /);
    const isPlural = /[^aisu]s$/.test(noun);
    return `How much ${isPlural ? "are" : "is"} the ${thing}?`;
  },
  topics: {
    price: "prices",
    hours: "opening hours",
    place: "where to find us",
    booking: "booking and ordering",
    delivery: "delivery",
    payment: "payment",
    refund: "cancelling and refunds",
    warranty: "repairs and warranty",
    parking: "parking",
    halal: "ingredients and allergies",
    food: "food and drink",
    discount: "offers and packages",
    learning: "classes",
    lodging: "staying with us",
    health: "treatments",
    rule: "our rules",
    facility: "facilities",
    contact: "how to reach us",
  },
  small:
    "a am an and any are be by can could do does for from good have hello hey hi how i if in is it me much my of on or " +
    "please sell shop the thank thanks that there this time to want was what when where which who why will with would you " +
    "your open close price cost delivery deliver bye morning",
  who: [/^(?:so )?(?:who|what) are you\b/, /^(?:whats|what is|what) your name\b/, /^what can you (?:do|help)(?: for me| me with| with)?$/],
  person: [
    /^(?:(?:hi|hello|please|sorry|ok|eh) )?(?:(?:can|could|may) (?:i|we|you) |(?:i|we) (?:want(?: to)?|wanna|need(?: to)?|would like to|prefer to) |let me |how (?:can|do) i |please )?(?:speak|talk|chat|connect|transfer|pass|get|speaking|talking)(?: me| us)? (?:to|with|hold of) (?:an? |the |your |some |one of your )?(?:real |live |actual |human )?(?:human|person|people|someone|somebody|human being|agent|staff|admin|operator|representative|customer service|service staff|manager|supervisor|owner|boss)(?: real)?(?: please| now| instead| directly| here| la| ah| eh)*$/,
    /^(?:(?:i|we|can|could|may|want|wanna|need|would|like|prefer|let|me|please|to) ){0,7}(?:speak|talk|chat|complain) (?:to|with) (?:an? |the |your )?(?:real |live |actual )?(?:human|person|manager|supervisor|owner|boss)(?: in charge)? (?:about|regarding|because|for) /,
    /^(?:(?:i|we) (?:want|need) )?(?:an? |the )?(?:real |live |actual )(?:human|person|people|agent|staff)(?: please| now)?$/,
    /^(?:i|we) (?:want|need|prefer) (?:an? )?(?:human|person)(?: please| now)?$/,
    /^(?:an? )?human(?: please| now)?$/,
    /^(?:agent|operator|customer service) please$/,
  ],
  words: {
    hello:
      "hi hello hey hallo halo heya hiya yo greetings morning afternoon evening gm gd hye oi night there good anyone anybody " +
      "around knock test testing",
    thanks: "thanks thank thx tq tqvm tqsm tqs ty appreciate appreciated cheers arigato xiexie kamsia nandri",
    bye: "bye goodbye byebye byee tata ttyl cya later goodnight farewell",
    noted:
      "ok okay okey k oki noted alright cool great nice set cun onz roger understood clear clarified clarifying clarify got " +
      "sorry never mind ignore typo haha hehe lol wow done yes yup sure deal perfect fine hmm thinking think first discuss " +
      "later husband wife boss parents family questions question drop visit order consider office roger follow wait",
    praise: "helpful best awesome amazing excellent superb fast quick reply service nice great good love lovely power steady",
    polite:
      "very much so really many all everyone everybody team admin boss bro sis sir madam miss dear uncle aunty auntie auntiey " +
      "teacher doc doctor coach chef tauke towkay guys a lot again that is was please you u ye your for the help info " +
      "information to it and i im we am how are day weekend have take care see tuesday saturday sunday monday friday next " +
      "time soon tomorrow this quick one just ask be too busy",
    machine: "bot robot robots chatbot human humans machine automated automatic auto ai person people real operator program computer",
    machineFrame:
      "are is am this that a an the or you u i we talking chatting speaking chat talk to with who what answer answering " +
      "answered answers me doc one reply replying replies message you admin reply staff receptionist real eh hi hello ok just " +
      "one not really actually",
    requesting:
      "what when where who how which why can could may is are do does did will got have any want need wanna looking price much many if let about",
    titles: "mr mrs ms miss madam mdm sir doctor dr doc teacher coach chef uncle aunty auntie boss bro sis dear",
    asking: "how much when where which why who whose",
    weak: "good morning afternoon evening there anyone anybody later order test service quick fast reply power set office drop",
    dayTimes: "morning afternoon evening night",
  },
};
