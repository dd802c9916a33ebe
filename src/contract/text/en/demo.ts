import { DEMO_KEDAI, type DemoWords } from "../demo.ts";

export const demo: DemoWords = {
  hours: DEMO_KEDAI.hours,
  delivery: DEMO_KEDAI.delivery,
  notes: DEMO_KEDAI.menu.map((dish) => dish.note),
};
