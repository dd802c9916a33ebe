import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import { MEMBER_ROLES, type MemberRole } from "../../../contract/member.ts";
import { EMAIL_MAX } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Choice } from "../../ui/forms/Choice.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { MadeLink } from "./MadeLink.tsx";

/** Invites by email, or makes a link to hand over. */
export function InviteDialog({ mailReady, onClose }: { mailReady: boolean; onClose: () => void }) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [way, setWay] = useState<"mail" | "link">(mailReady ? "mail" : "link");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("editor");
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const invite = useMutation({
    mutationFn: () =>
      call(memberCalls.inviteMember, {
        body: { role, language: currentLanguage(), ...(way === "mail" && { email: email.trim() }) },
      }),
    onSuccess: async (made) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["member-invitations"] }),
        queryClient.invalidateQueries({ queryKey: ["members"] }),
      ]);
      if (made.token !== undefined) return;
      showToast({ text: t("members.sent", { email: email.trim() }) });
      onClose();
    },
  });
  const submit = () => {
    const isMissing = way === "mail" && email.trim() === "";
    setProblem(isMissing ? { text: t("members.needEmail") } : null);
    invite.reset();
    if (!isMissing) invite.mutate();
  };
  if (invite.data?.token !== undefined) {
    return (
      <Dialog title={t("members.linkTitle")} onClose={onClose}>
        <MadeLink made={invite.data} />
      </Dialog>
    );
  }
  const refused = fieldsOf(invite.error).email;
  return (
    <Dialog title={t("members.inviteTitle")} onClose={onClose}>
      <Form noValidate onSubmit={submit} refusal={problem ?? invite.error} className="space-y-5">
        {mailReady && (
          <Choice
            legend={t("members.by")}
            value={way}
            options={[
              { value: "mail", label: t("members.byMail") },
              { value: "link", label: t("members.byLink") },
            ]}
            onChange={setWay}
          />
        )}
        {way === "mail" ? (
          <TextField
            label={t("members.email")}
            hint={t("members.emailHint")}
            type="email"
            autoComplete="off"
            maxLength={EMAIL_MAX}
            value={email}
            error={problem?.text ?? refused}
            onChange={(event) => setEmail(event.target.value)}
          />
        ) : (
          <p className="text-quiet">{t("members.linkHint")}</p>
        )}
        <RoleChoice value={role} onChange={setRole} />
        {invite.error && !refused && <Alert>{messageOf(invite.error, t("error.network"))}</Alert>}
        <div className="flex justify-end gap-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-primary" busy={invite.isPending}>
            {t(way === "mail" ? "members.send" : "members.makeLink")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}

function RoleChoice({ value, onChange }: { value: MemberRole; onChange: (role: MemberRole) => void }) {
  const { t } = useTranslation("members");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{t("members.chooseRole")}</legend>
      <div className="space-y-1">
        {MEMBER_ROLES.toReversed().map((role) => (
          <label key={role} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 hover:bg-base-200">
            <input type="radio" name="role" className="radio" value={role} checked={role === value} onChange={() => onChange(role)} />
            <span>
              <span className="font-medium">{t(`role.${role}`)}</span>
              <span className="block text-sm text-quiet">{t(`role.${role}.text`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
