import type { CertificateTexts } from "../../https.ts";

export const problems: CertificateTexts = {
  unreachable: "The certificate authority cannot be reached.",
  connection: "The certificate authority cannot reach this server on port 80. Check the firewall and the address in the domain's DNS.",
  dns: "The domain's DNS has no usable answer. Check that the domain has an A or AAAA record with the address of this server.",
  other_server: "Another server answers under this domain on port 80. Check the address in the domain's DNS.",
  rate_limited: "The certificate authority refuses more requests for the moment.",
  caa: "A CAA record in the domain's DNS does not allow this certificate authority.",
  rejected: "The certificate authority issues no certificates for this domain.",
  account: "The certificate authority does not accept the account. Check --acme-email.",
  failed: "The certificate authority did not issue a certificate.",
};
