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

/** The translated texts of the page at /demo, with one note for each dish; prices are the same in all languages. */
export interface DemoWords {
  hours: Words<typeof DEMO_KEDAI.hours>;
  delivery: Words<typeof DEMO_KEDAI.delivery>;
  notes: readonly string[];
  /** How the two demo agents greet a visitor, and what they offer to ask. */
  greetings: Readonly<Record<"product" | "shop", { readonly greeting: string; readonly questions: readonly string[] }>>;
  /** What the demo agent knows about the shop, as knowledge entries in their wire form: what people ask a café. */
  knowledge: readonly string[];
}
