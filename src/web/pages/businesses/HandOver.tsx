import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BusinessRow } from "../../../contract/business.ts";
import { memberCalls } from "../../../contract/calls/members.ts";
import { HANDOVER_ENDS, type HandoverEnd, type NewInvited } from "../../../contract/member.ts";
import { call } from "../../api.ts";
import { helpQuery } from "../../queries.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { InviteDialog } from "../invite/InviteDialog.tsx";

interface HandOverProps {
  business: BusinessRow;
  onClose: () => void;
}

/** Invites the next owner of a business, by email or with a link. The choice is what becomes of the person who hands it over. */
export function HandOver({ business: { id, name }, onClose }: HandOverProps) {
  const { t } = useTranslation(["businesses", "members"]);
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(helpQuery());
  const title = t("handover.title");
  if (isPending) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Loading tall={false} />
      </Dialog>
    );
  }
  return (
    <InviteDialog<HandoverEnd>
      about={{ title, name, lead: t("handover.text"), legend: t("handover.then") }}
      roles={HANDOVER_ENDS.map((end) => ({ value: end, label: t(`handover.${end}`), text: t(`handover.${end}.text`) }))}
      first="editor"
      mailReady={data?.mailReady === true}
      linkHint={t("handover.linkHint")}
      message={(link) => t("members.handoverMessage", { ns: "members", link })}
      send={async ({ role: handover, ...input }) => {
        const made = await call(memberCalls.handOver, { body: { ...input, handover }, business: id });
        return { ...made, invitation: { ...made.invitation, role: handover } } satisfies NewInvited<HandoverEnd>;
      }}
      onMade={() => queryClient.invalidateQueries({ queryKey: ["member-invitations"] })}
      onClose={onClose}
    />
  );
}
