/**
 * The sample shop. The landing page and /demo show these facts, and the demo agent is seeded with the same ones, so that
 * the agent's answers agree with what a visitor reads on the page.
 */

export const DEMO_KEDAI = {
  name: "Kedai Kopi Seri",
  town: "Ipoh",
  address: "18 Jalan Panglima, 30000 Ipoh",
  phone: "05-555 0142",
  hours: { weekdays: "7:30 am to 6 pm", weekend: "8 am to 9 pm", closed: "Tuesday" },
  delivery: { fee: "RM5", freeFrom: "RM40", within: "8 km", time: "about 45 minutes" },
  menu: [
    { name: "Kopi tarik", price: "RM4.50", note: "Pulled coffee with condensed milk, hot or iced" },
    { name: "Kaya toast", price: "RM6.00", note: "Charcoal toast, our own pandan kaya, cold butter" },
    { name: "Nasi lemak seri", price: "RM12.90", note: "Coconut rice, fried chicken, sambal, egg" },
    { name: "Pandan chiffon", price: "RM9.00", note: "A generous slice, baked every morning" },
  ],
} as const;

type Words<Of> = { readonly [Name in keyof Of]: string };

/** The translated texts of the page at /demo, with one note for each dish. Names and prices are the same in all languages. */
export interface DemoWords {
  hours: Words<typeof DEMO_KEDAI.hours>;
  delivery: Words<typeof DEMO_KEDAI.delivery>;
  notes: readonly string[];
}

/** What the demo agent knows about the shop, as knowledge entries in their wire form. */
export const DEMO_KEDAI_KNOWLEDGE: readonly string[] = [
  `${DEMO_KEDAI.name} is a coffee shop at ${DEMO_KEDAI.address}. Phone ${DEMO_KEDAI.phone}.`,
  `Opening hours: weekdays ${DEMO_KEDAI.hours.weekdays}, Saturday and Sunday ${DEMO_KEDAI.hours.weekend}. Closed every ${DEMO_KEDAI.hours.closed}.`,
  `Menu and prices: ${DEMO_KEDAI.menu.map((dish) => `${dish.name} ${dish.price} (${dish.note})`).join("; ")}.`,
  `Delivery costs ${DEMO_KEDAI.delivery.fee} within ${DEMO_KEDAI.delivery.within} and takes ${DEMO_KEDAI.delivery.time}. Delivery is free for orders from ${DEMO_KEDAI.delivery.freeFrom}.`,
  "Everything we sell is halal. Kaya toast and pandan chiffon contain egg, wheat and coconut; the nasi lemak contains peanuts.",
  "Free Wi-Fi for guests: ask for the password at the counter. Parking is free along the street after 6 pm; before that a council coupon is needed.",
  `Recommended: most guests come for the ${DEMO_KEDAI.menu[2].name.toLowerCase()} and the ${DEMO_KEDAI.menu[1].name.toLowerCase()}. Good to know: both are often sold out by 2 pm.`,
  `We have no espresso machine, so no latte and no cappuccino. The ${DEMO_KEDAI.menu[0].name.toLowerCase()} (${DEMO_KEDAI.menu[0].price}) is the nearest to a latte.`,
  "Parties of six or more: please reserve a table one day ahead by phone. We also sell whole pandan chiffon cakes for RM58, ordered two days ahead.",
];
