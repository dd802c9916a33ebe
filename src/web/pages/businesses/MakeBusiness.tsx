import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_NAME_MAX } from "../../../contract/agent.ts";
import { memberCalls } from "../../../contract/calls/members.ts";
import { DISPLAY_NAME_MAX } from "../../../contract/user.ts";
import { call, fieldsOf, messageOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { BUSINESSES_KEY } from "./use-businesses.ts";

/** Makes a business of which the person is the owner. The tab stays where it is. */
export function MakeBusiness({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("businesses");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [chatName, setChatName] = useState("");
  const make = useMutation({
    mutationFn: () => call(memberCalls.makeBusiness, { body: { name, chatName } }),
    onSuccess: async (made) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: BUSINESSES_KEY }),
        queryClient.invalidateQueries({ queryKey: ["businesses"] }),
      ]);
      showToast({ text: t("businesses.made", { name: made.name }) });
      onClose();
    },
  });
  const fields = fieldsOf(make.error);
  return (
    <Dialog title={t("businesses.make")} onClose={onClose}>
      <p className="text-quiet">{t("businesses.makeText")}</p>
      <Form noValidate onSubmit={() => make.mutate()} refusal={make.error} className="mt-5 space-y-5">
        <TextField
          label={t("businesses.name")}
          value={name}
          error={fields.name}
          maxLength={DISPLAY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t("businesses.agent")}
          aside={t("optional")}
          hint={t("businesses.agentHint")}
          value={chatName}
          error={fields.chatName}
          maxLength={AGENT_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setChatName(event.target.value)}
        />
        {make.error && Object.keys(fields).length === 0 && <Alert>{messageOf(make.error, t("error.network"))}</Alert>}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-line" onClick={onClose}>
            {t("cancel")}
          </button>
          <BusyButton type="submit" className="btn-primary" busy={make.isPending}>
            {t("businesses.makeButton")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
