import { DEMO_KEDAI, type DemoWords } from "../demo.ts";

export const demo: DemoWords = {
  hours: { weekdays: "7:30 pagi hingga 6 petang", weekend: "8 pagi hingga 9 malam", closed: "Selasa" },
  delivery: { ...DEMO_KEDAI.delivery, time: "lebih kurang 45 minit" },
  notes: [
    "Kopi ditarik dengan susu pekat, panas atau ais",
    "Roti bakar arang, kaya pandan kami sendiri, mentega sejuk",
    "Nasi santan, ayam goreng, sambal, telur",
    "Sepotong besar, dibakar setiap pagi",
  ],
};
