import type { BreachTexts } from "../breach.ts";

export const breach: BreachTexts = {
  fill: "[sila isi]",
  toCommissioner: `Kepada Pesuruhjaya Perlindungan Data Peribadi, Malaysia

Pemberitahuan pelanggaran data peribadi

1. Pengawal data: {{operator}}
   Hubungi: {{contact}}

2. Bila kami menyedarinya: {{noticed}}
   Bila ia berlaku: dari {{from}} hingga {{to}}

3. Apa yang berlaku: {{fill}}

4. Data peribadi yang terlibat: nama dan alamat e-mel pemegang akaun; mesej pelawat kepada sembang akaun ini; nama dan alamat e-mel pelawat jika diberikan oleh laman web.
   Akaun: {{accounts}}
   Sembang (ejen): {{agents}}
   Perbualan: {{conversations}}, daripada {{visitors}} pelawat

5. Kesan yang mungkin kepada orang yang terlibat: {{fill}}

6. Apa yang telah dan akan kami lakukan: {{fill}}

7. Bila dan bagaimana orang yang terlibat dimaklumkan: {{fill}}

Nama, jawatan, tarikh: {{fill}}
`,
  toPersons: `Pelanggan yang dihormati,

Kami menulis kerana data peribadi yang anda berikan kepada kami mungkin telah dilihat atau diambil oleh pihak yang tidak berhak.

Apa yang berlaku: {{fill}}
Bila: dari {{from}} hingga {{to}}. Kami menyedarinya pada {{noticed}}.

Apa yang terlibat: {{fill}}

Apa yang boleh anda lakukan: pilih kata laluan baharu, juga di tempat lain yang menggunakan kata laluan yang sama. Berhati-hati dengan mesej yang meminta wang atau kata laluan atas nama kami. {{fill}}

Apa yang telah kami lakukan: {{fill}}

Kami memohon maaf. Jika ada soalan, sila hubungi kami: {{contact}}

{{operator}}
`,
};
