/** The sample shop at /demo. */
import type { demo as english } from "../en/demo.ts";
import type { TextsOf } from "../sections.ts";

export const demo: TextsOf<typeof english> = {
  "demo.back": "Kembali ke {product}",
  "demo.note": "Kedai contoh. Sembang di kanan bawah ialah ejen {product} sebenar: tanyalah sesuatu.",
  "demo.since": "Kopi dan kaya di {{town}}",
  "demo.lead": "Roti bakar arang, kaya daripada pandan kami sendiri, dan kopi yang ditarik perlahan-lahan. Duduklah, kami akan datang.",
  "demo.menu": "Menu",
  "demo.hours": "Waktu buka",
  "demo.weekdays": "Hari bekerja {{weekdays}}",
  "demo.weekend": "Sabtu, Ahad {{weekend}}",
  "demo.closed": "Tutup: {{closed}}",
  "demo.delivery": "Penghantaran",
  "demo.deliveryFee": "{{fee}} dalam {{within}}, {{time}}",
  "demo.deliveryFree": "Percuma dari {{freeFrom}}",
  "demo.find": "Lokasi kami",
};
