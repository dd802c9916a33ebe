import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { ADMIN_USERNAME, DISPLAY_NAME_MAX, EMAIL_MAX, type SessionUser, USERNAME_MAX } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { refreshStoredUser } from "../../session.ts";
import { Alert } from "../Alert.tsx";
import { Dialog } from "../Dialog.tsx";
import { BusyButton } from "../forms/Button.tsx";
import { TextField } from "../forms/Field.tsx";
import { Form } from "../forms/Form.tsx";
import { useToast } from "../Toast.tsx";

/** Changes the name of the business, the username and the email address. The administrator's username cannot be changed. */
export function AccountDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const { t } = useTranslation();
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [username, setUsername] = useState(user.username);
  const [displayName, setDisplayName] = useState(user.displayName);
  const [email, setEmail] = useState(user.email ?? "");
  const isFixedName = user.username === ADMIN_USERNAME;
  // A business without a name of its own is shown by its username, which may change.
  const save = useMutation({
    mutationFn: () =>
      call(accountCalls.updateAccount, {
        params: { id: user.id },
        body: { email, ...(!isFixedName && { username }), ...(displayName !== user.displayName && { displayName }) },
      }),
    onSuccess: async (saved) => {
      refreshStoredUser(saved);
      showToast({ text: t("account.saved") });
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["user", user.id] });
    },
  });
  const fields = fieldsOf(save.error);
  return (
    <Dialog title={t("account.details")} onClose={onClose}>
      <Form onSubmit={() => save.mutate()} refusal={save.error} className="space-y-4">
        {save.error && Object.keys(fields).length === 0 && <Alert>{messageOf(save.error, t("error.network"))}</Alert>}
        <TextField
          label={t("field.displayName")}
          data-first-focus
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          error={fields.displayName}
          maxLength={DISPLAY_NAME_MAX}
          autoComplete="organization"
        />
        <TextField
          label={t("field.username")}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          error={fields.username}
          maxLength={USERNAME_MAX}
          autoComplete="username"
          spellCheck={false}
          readOnly={isFixedName}
          required
        />
        <TextField
          label={t("field.email")}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fields.email}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          required
        />
        <div className="flex justify-end gap-2 pt-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-primary" busy={save.isPending}>
            {t("save")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
