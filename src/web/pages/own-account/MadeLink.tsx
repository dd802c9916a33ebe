import { Check, Copy, MessageCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { NewMemberInvitation } from "../../../contract/member.ts";
import { formatDateTime } from "../../text/format.ts";
import { useCopy } from "../../ui/use-copy.ts";

/** The link of an invitation, which is shown this one time. */
export function MadeLink({ made: { invitation, token, link: given } }: { made: NewMemberInvitation }) {
  const { t } = useTranslation("members");
  const link = given ?? `${location.origin}/join?token=${token}`;
  const { box, state, copy } = useCopy(link);
  const Icon = state === "copied" ? Check : Copy;
  const message = t("members.message", { link });
  return (
    <>
      <p role="status">{t("members.linkOnce", { when: formatDateTime(invitation.expiresAt) })}</p>
      <textarea
        ref={box}
        readOnly
        rows={2}
        aria-label={t("members.linkName")}
        className="textarea mt-3 field-sizing-content min-h-10 w-full resize-none font-mono text-sm break-all"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="btn btn-line" onClick={copy}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(state === "copied" ? "members.copied" : "members.copy")}
        </button>
        <a className="btn btn-line" href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noopener noreferrer">
          <MessageCircle size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("members.whatsapp")}
        </a>
      </div>
    </>
  );
}
