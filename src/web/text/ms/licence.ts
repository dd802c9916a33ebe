/** The page about licences. It names the software, whatever the operator calls the product. */
import type { licence as english } from "../en/licence.ts";
import type { TextsOf } from "../sections.ts";

export const licence: TextsOf<typeof english> = {
  "licence.title": "Lesen",
  "licence.lead":
    "Perkhidmatan ini dijalankan dengan Sapa. Sapa mengandungi perpustakaan perisian berikut, yang digunakan di bawah lesen ini.",
  "licence.text": "Teks lesen",
  "licence.textOf": "Teks lesen {{name}}",
  "licence.elsewhere": "Teks lesen di laman perpustakaan",
  "licence.count_one": "{{count}} perpustakaan",
  "licence.count_other": "{{count}} perpustakaan",
  "licence.notLoaded": "Senarai perpustakaan tidak dapat dimuatkan.",
};
