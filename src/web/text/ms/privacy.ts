/** Halaman awam tentang apa yang disimpan oleh ejen, dan siapa lagi yang menerimanya. */
import type { privacy as english } from "../en/privacy.ts";
import type { TextsOf } from "../sections.ts";

export const privacy: TextsOf<typeof english> = {
  "privacy.title": "Privasi dalam sembang ini",
  "privacy.about": "Apa yang {{agent}} simpan, dan ke mana ia pergi.",
  "privacy.missing": "Sembang ini tidak wujud lagi, atau pautannya tidak lengkap. Sila minta pautan baharu daripada perniagaan tersebut.",
  "privacy.notLoaded": "Halaman ini tidak dapat dimuatkan.",
  "privacy.who": "Siapa yang bertanggungjawab",
  "privacy.business": "{{business}} menggunakan sembang ini untuk menjawab pertanyaan, dan bertanggungjawab atas apa yang anda tulis.",
  "privacy.operator": "Sembang ini berjalan pada pelayan {{operator}}.",
  "privacy.operatorContact": "Hubungi: {{contact}}",
  "privacy.kept": "Apa yang disimpan",
  "privacy.keptText":
    "Mesej anda dan jawapannya berserta masa, dan alamat laman web tempat anda menulis. Jika laman web itu mengenali anda dan memberitahunya, nama dan alamat e-mel anda di sana juga disimpan. Alamat IP anda tidak disimpan bersama mesej.",
  "privacy.consent": "Juga apa yang anda persetujui sebelum mesej pertama anda, bersama masanya.",
  "privacy.keptDays_one": "Semuanya dipadam selama-lamanya {{count}} hari selepas mesej terakhir anda.",
  "privacy.keptDays_other": "Semuanya dipadam selama-lamanya {{count}} hari selepas mesej terakhir anda.",
  "privacy.keptForever": "Tiada tempoh simpanan ditetapkan. Anda boleh meminta maklumat ini dipadam pada bila-bila masa.",
  "privacy.browser":
    "Pelayar anda menyimpan satu kunci supaya anda dapat menemui semula perbualan anda. Sembang ini tidak menggunakan kuki, dan anda tidak dijejaki di laman web lain.",
  "privacy.where": "Ke mana ia pergi",
  "privacy.ai": "Jawapan ditulis oleh program komputer, bukan manusia, dan mungkin salah.",
  "privacy.vendors": "Untuk menulis jawapan, mesej anda, mesej terdahulu dalam perbualan itu dan teks perniagaan dihantar kepada:",
  "privacy.own": "Jawapan ditulis oleh model pada mesin pengendali sendiri.",
  "privacy.none": "Jawapan disusun daripada teks perniagaan. Mesej anda tidak dihantar kepada syarikat lain.",
  "privacy.search": "Untuk mencari teks yang sesuai, mesej anda juga dihantar kepada:",
  "privacy.sold": "Data anda tidak digunakan untuk iklan.",
  "privacy.rights": "Apa yang boleh anda minta",
  "privacy.rightsText":
    "Anda boleh meminta {{business}} memberi salinan apa yang disimpan tentang anda, membetulkannya atau memadamkannya. Beritahu bila anda menulis dan dalam sembang mana, supaya mereka dapat mencari perbualan anda.",
  "privacy.chat": "Kembali ke sembang",
};
