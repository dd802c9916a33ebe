import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { PASSWORD_MAX } from "../../../contract/user.ts";
import { addressOf, call, fieldsOf } from "../../api.ts";
import { saveExport } from "../../save-export.ts";
import { endSession } from "../../session.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../ui/NotDone.tsx";
import { useToast } from "../../ui/Toast.tsx";

/** A copy of everything takes long for an account with many conversations. */
const EXPORT_TIMEOUT_MS = 300_000;

/** Says what is deleted and what is kept, offers a copy, and deletes the account. */
export function DeleteAccount({ username, isOwner }: { username: string; isOwner: boolean }) {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: () => saveExport(addressOf(ownAccountCalls.exportAccount), EXPORT_TIMEOUT_MS),
    onSuccess: () => showToast({ text: t("own.delete.exported") }),
  });
  return (
    <FormGroup title={t("own.delete")} lead={t("own.delete.text")}>
      <ul className="-mt-4 list-disc space-y-1 ps-5 text-quiet">
        <li>{t("own.delete.payments")}</li>
        <li>{t("own.delete.audit")}</li>
        <li>{t("own.delete.backups")}</li>
      </ul>
      <p className="text-quiet">{t(isOwner ? "own.delete.exportText" : "own.delete.exportOwn")}</p>
      <div className="flex flex-wrap gap-3">
        <BusyButton className="btn-line" busy={save.isPending} onClick={() => save.mutate()}>
          {!save.isPending && <Download size={18} strokeWidth={1.75} aria-hidden="true" />}
          {t("own.delete.export")}
        </BusyButton>
        <button type="button" className="btn btn-line text-error" onClick={() => setOpen(true)}>
          {t("own.delete.open")}
        </button>
      </div>
      {save.error && <NotDone what={t("own.delete.notExported")} error={save.error} />}
      {isOpen && <DeleteDialog username={username} onClose={() => setOpen(false)} />}
    </FormGroup>
  );
}

function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation("ownAccount");
  const [currentPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const remove = useMutation({
    mutationFn: (currentPassword: string) => call(ownAccountCalls.deleteAccount, { body: { currentPassword } }),
    onSuccess: () => endSession("person"),
  });
  const submit = () => {
    setProblem(currentPassword === "" ? { text: t("own.needPassword") } : null);
    remove.reset();
    if (currentPassword !== "") remove.mutate(currentPassword);
  };
  const refused = fieldsOf(remove.error).currentPassword;
  return (
    <Dialog title={t("own.delete")} onClose={onClose}>
      <Form noValidate onSubmit={submit} refusal={problem ?? remove.error} className="space-y-4">
        <p className="break-words">{t("own.delete.ask", { username })}</p>
        {remove.error && !refused && <NotDone what={t("own.delete.notDeleted")} error={remove.error} />}
        <PasswordField
          label={t("field.password")}
          autoComplete="current-password"
          data-first-focus
          value={currentPassword}
          error={problem?.text ?? refused}
          maxLength={PASSWORD_MAX}
          required
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="flex justify-end gap-2 pt-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-error" busy={remove.isPending}>
            {t("own.delete.submit")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
