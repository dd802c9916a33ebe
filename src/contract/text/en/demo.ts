import { DEMO_KEDAI, type DemoWords } from "../demo.ts";

const { address, phone, hours, delivery, menu } = DEMO_KEDAI;
const [coffee, toast, rice, chiffon] = menu;

export const demo: DemoWords = {
  hours,
  delivery,
  notes: menu.map((dish) => dish.note),
  greetings: {
    product: {
      greeting: "Hello, I am {{product}}. Ask me what I can do for your business.",
      questions: ["What does {{product}} cost?", "How do I put it on my website?", "Where is the data kept?"],
    },
    shop: {
      greeting: `Welcome to ${DEMO_KEDAI.name}. Ask about our menu, hours or delivery.`,
      questions: ["Are you open on Sunday?", "Do you deliver?", "What do you recommend?"],
    },
  },
  knowledge: [
    `We are at ${address}, in the old town. Phone ${phone}.`,
    `What time do you open and close today?\nOpening hours: weekdays ${hours.weekdays}, Saturday and Sunday ${hours.weekend}. Closed every ${hours.closed}.`,
    `Menu and prices:\n${menu.map((dish) => `- ${dish.name} ${dish.price} (${dish.note})`).join("\n")}`,
    "Drinks without coffee: teh tarik RM3.80, Milo RM4.50, fresh lime juice RM5.00.",
    `Delivery costs ${delivery.fee} within ${delivery.within} and takes ${delivery.time}. Delivery is free for orders from ${delivery.freeFrom}.`,
    "Everything we sell is halal. Kaya toast and pandan chiffon contain egg, wheat and coconut; the nasi lemak contains peanuts.",
    "Free Wi-Fi for guests: ask for the password at the counter.",
    "Parking is free after 6 pm; before that a council coupon is needed.",
    `What's good here?\nRecommended: most guests come for the ${rice.name.toLowerCase()} and the ${toast.name.toLowerCase()}. Good to know: both are often sold out by 2 pm.`,
    `We have no espresso machine, so no latte and no cappuccino. The ${coffee.name.toLowerCase()} (${coffee.price}) is the nearest to a latte.`,
    "Parties of six or more: please reserve a table one day ahead.",
    `We sell whole cakes to order: a ${chiffon.name.toLowerCase()} cake is RM58. Order it two days ahead.`,
    "Payment: cash, cards, DuitNow QR and Touch 'n Go eWallet.",
    "Vegetarian food: everything but the nasi lemak, which we also make without chicken and sambal.",
  ],
};
