import { useTranslation } from "react-i18next";
import type { CertificateState } from "../../../../contract/https.ts";
import { CERTIFICATE_PROBLEM_TEXT } from "../../../../contract/https-text.ts";
import { formatDate, formatDateTime, formatRecent } from "../../../text/format.ts";
import { currentLanguage } from "../../../text/i18n.ts";

/** The certificates that the server gets by itself. */
export function Certificates({ certificates }: { certificates: readonly CertificateState[] }) {
  const { t } = useTranslation("admin");
  return (
    <div className="min-w-0 lg:col-span-2">
      <dt className="font-semibold">{t("overview.certificates")}</dt>
      <dd className="mt-1 space-y-2">
        {certificates.map((one) => (
          <Certificate key={one.domain} {...one} />
        ))}
      </dd>
    </div>
  );
}

function Certificate({ domain, validUntil, renewsAt, problem }: CertificateState) {
  const { t } = useTranslation("admin");
  const isServed = validUntil !== null && Date.parse(validUntil) > Date.now();
  return (
    <div className="break-words">
      {domain}
      <span className={isServed ? "text-quiet" : "font-semibold text-error"}>
        {" · "}
        {validUntil === null
          ? t("overview.certificate.none")
          : t(`overview.certificate.${isServed ? "validUntil" : "expired"}`, { date: formatDate(validUntil) })}
      </span>
      {renewsAt !== null && problem === null && (
        <span className="text-quiet">
          {" · "}
          {t("overview.certificate.renewal", { date: formatDate(renewsAt) })}
        </span>
      )}
      {problem && <Problem problem={problem} />}
    </div>
  );
}

function Problem({ problem: { code, detail, at, nextTryAt } }: { problem: NonNullable<CertificateState["problem"]> }) {
  const { t } = useTranslation("admin");
  const reason = CERTIFICATE_PROBLEM_TEXT[currentLanguage()][code];
  return (
    <>
      <p className="text-error" title={formatDateTime(at)}>
        {t("overview.certificate.problem", { when: formatRecent(at, Date.now()), reason })}
      </p>
      {detail !== "" && <p className="text-quiet">{t("overview.certificate.detail", { detail })}</p>}
      <p className="text-quiet">{t("overview.certificate.nextTry", { date: formatDateTime(nextTryAt) })}</p>
    </>
  );
}
