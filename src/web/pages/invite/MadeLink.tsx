import { useTranslation } from "react-i18next";
import type { NewInvited } from "../../../contract/member.ts";
import { formatDateTime, inOnePiece } from "../../text/format.ts";
import { HandOverLink } from "../../ui/HandOverLink.tsx";

interface MadeLinkProps {
  made: NewInvited<string>;
  /** What is sent with the link by WhatsApp. */
  message: (link: string) => string;
}

/** The link of an invitation, which is shown this one time. */
export function MadeLink({ made: { invitation, token, link: given }, message }: MadeLinkProps) {
  const { t } = useTranslation("members");
  const link = given ?? `${location.origin}/join?token=${token}`;
  return (
    <>
      <p role="status">{t("members.linkOnce", { when: inOnePiece(formatDateTime(invitation.expiresAt)) })}</p>
      <HandOverLink
        link={link}
        label={t("members.linkName")}
        copyText={t("members.copy")}
        copiedText={t("members.copied")}
        message={message(link)}
        whatsappText={t("members.whatsapp")}
      />
    </>
  );
}
