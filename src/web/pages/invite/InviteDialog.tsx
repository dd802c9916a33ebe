import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Language } from "../../../contract/language.ts";
import type { NewInvited } from "../../../contract/member.ts";
import { EMAIL_MAX } from "../../../contract/user.ts";
import { ApiError, fieldsOf, messageOf } from "../../api.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { DIALOG_FOOT, Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Choice } from "../../ui/forms/Choice.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { MadeLink } from "./MadeLink.tsx";
import type { RoleOption } from "./roles.ts";

interface InviteDialogProps<Role extends string> {
  roles: readonly RoleOption<Role>[];
  /** The role that is chosen at first. */
  first: Role;
  mailReady: boolean;
  /** What is invited to, if it is not the work as a member: the title, the business, a sentence below it, and what the roles are. */
  about?: { title: string; name: string; lead: string; legend: string };
  /** What becomes of whoever opens a link. */
  linkHint: string;
  /** What is sent with a link by WhatsApp. */
  message: (link: string) => string;
  send: (input: { role: Role; language: Language; email?: string }) => Promise<NewInvited<Role>>;
  onMade: () => Promise<unknown>;
  onClose: () => void;
}

/** Invites by email, or makes a link to hand over. */
export function InviteDialog<Role extends string>({ mailReady, onClose, ...props }: InviteDialogProps<Role>) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const [way, setWay] = useState<"mail" | "link">(mailReady ? "mail" : "link");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState(props.first);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const invite = useMutation({
    mutationFn: () => props.send({ role, language: currentLanguage(), ...(way === "mail" && { email: email.trim() }) }),
    onSuccess: async (made) => {
      await props.onMade();
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
        <MadeLink made={invite.data} message={props.message} />
      </Dialog>
    );
  }
  const refused = fieldsOf(invite.error).email;
  return (
    <Dialog title={props.about?.title ?? t("members.inviteTitle")} onClose={onClose}>
      {props.about && (
        <>
          <p className="font-semibold break-words">{props.about.name}</p>
          <p className="mt-1 mb-5 text-quiet">{props.about.lead}</p>
        </>
      )}
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
          <p className="text-quiet">{props.linkHint}</p>
        )}
        <RoleChoice legend={props.about?.legend ?? t("members.chooseRole")} roles={props.roles} value={role} onChange={setRole} />
        <div className={`${DIALOG_FOOT} -mx-6 -mb-6`}>
          {invite.error && !refused && <Refusal error={invite.error} />}
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

/** Why no invitation was made. Only a larger plan has room for more members. */
function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation("members");
  return (
    <Alert className="mb-2 basis-full">
      {messageOf(error, t("error.network"))}{" "}
      {error instanceof ApiError && error.code === "plan_limit" && (
        <Link to="/plans" className="link-plain whitespace-nowrap">
          {t("members.seePlans")}
        </Link>
      )}
    </Alert>
  );
}

interface RoleChoiceProps<Role extends string> {
  legend: string;
  roles: readonly RoleOption<Role>[];
  value: Role;
  onChange: (role: Role) => void;
}

function RoleChoice<Role extends string>({ legend, roles, value, onChange }: RoleChoiceProps<Role>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="space-y-1">
        {roles.map((role) => (
          <label key={role.value} className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg px-2 py-1.5 hover:bg-base-200">
            <input
              type="radio"
              name="role"
              className="radio radio-primary radio-sm mt-0.5"
              value={role.value}
              checked={role.value === value}
              onChange={() => onChange(role.value)}
            />
            <span>
              <span className="font-medium">{role.label}</span>
              <span className="block text-sm text-quiet">{role.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
