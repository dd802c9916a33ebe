import { ScrollText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withTexts } from "../../text/i18n.ts";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";

const Log = lazy(async () => ({
  default: (await withTexts(() => import("../../ui/page/AccountLogDialog.tsx"), "accountLog")).AccountLogDialog,
}));

/** What happened with the person's own login, also for members who do not read the log of the business. */
export function SecurityLog() {
  const { t } = useTranslation("ownAccount");
  const [isOpen, setOpen] = useState(false);
  return (
    <FormGroup title={t("own.log")} lead={t("own.log.text")}>
      <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
        <ScrollText size={18} strokeWidth={1.75} aria-hidden="true" />
        {t("own.log.open")}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Log accountId={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </FormGroup>
  );
}
