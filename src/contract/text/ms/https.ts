import type { CertificateTexts } from "../../https.ts";

export const problems: CertificateTexts = {
  unreachable: "Pihak berkuasa sijil tidak dapat dihubungi.",
  connection: "Pihak berkuasa sijil tidak dapat mencapai pelayan ini di port 80. Semak tembok api dan alamat dalam DNS domain.",
  dns: "DNS domain tidak memberi jawapan yang boleh digunakan. Pastikan domain mempunyai rekod A atau AAAA dengan alamat pelayan ini.",
  other_server: "Pelayan lain menjawab bagi domain ini di port 80. Semak alamat dalam DNS domain.",
  rate_limited: "Pihak berkuasa sijil menolak permintaan lain buat masa ini.",
  caa: "Rekod CAA dalam DNS domain tidak membenarkan pihak berkuasa sijil ini.",
  rejected: "Pihak berkuasa sijil tidak mengeluarkan sijil untuk domain ini.",
  account: "Pihak berkuasa sijil tidak menerima akaun. Semak --acme-email.",
  failed: "Pihak berkuasa sijil tidak mengeluarkan sijil.",
};
