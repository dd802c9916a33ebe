import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { versionCalls } from "../../../../contract/calls/versions.ts";
import type { DraftState, PublishGate } from "../../../../contract/version.ts";
import { call } from "../../../api.ts";
import { goldenKey } from "../../../golden-queries.ts";
import { agentQuery } from "../../../queries.ts";
import { failureText } from "../../../text/failure.ts";
import { formatNumber } from "../../../text/format.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { FailedTests } from "./FailedTests.tsx";
import { areTestsFailed } from "./use-decide.ts";
import { draftQuery, versionsKey } from "./version-queries.ts";

/** Whether changes reach visitors at once, or wait until they are published. */
export function PublishMode({ chatId }: { chatId: string }) {
  const { t } = useTranslation("history");
  const { data } = useQuery(draftQuery(chatId));
  // A choice without its present value would move when it is known.
  return (
    <div className="mt-6 min-h-30">
      {data && <Mode chatId={chatId} draft={data} hint={(isOn) => t(isOn ? "draft.waitHint" : "draft.liveHint")} />}
    </div>
  );
}

function Mode({ chatId, draft, hint }: { chatId: string; draft: DraftState; hint: (isOn: boolean) => string }) {
  const { t } = useTranslation("history");
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useSetMode(chatId, draft, () => setAsking(false));
  const isOn = draft.published !== null;
  const choose = (wanted: boolean) => {
    if (wanted === isOn || isPending) return;
    if (!wanted && draft.changes > 0) setAsking(true);
    else mutate({ isOn: wanted });
  };
  return (
    <>
      <Choice
        legend={t("draft.when")}
        value={isOn ? "wait" : "live"}
        options={[
          { value: "live", label: t("draft.live") },
          { value: "wait", label: t("draft.wait") },
        ]}
        onChange={(value) => choose(value === "wait")}
      />
      <p className="mt-2 max-w-[60ch] text-sm text-quiet">{hint(isOn)}</p>
      {isOn && <Gate chatId={chatId} draft={draft} />}
      {areTestsFailed(error) && (
        <FailedTests
          chatId={chatId}
          gate={draft.gate}
          isBusy={isPending}
          onPublish={(override) => mutate({ isOn: false, override })}
          onClose={reset}
        />
      )}
      {isAsking && (
        <Dialog title={t("draft.liveTitle")} onClose={() => setAsking(false)}>
          <p>{t("draft.liveText", { count: draft.changes, number: formatNumber(draft.changes) })}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <button type="button" data-first-focus className="btn btn-line" onClick={() => setAsking(false)}>
              {t("cancel")}
            </button>
            <BusyButton className="btn-primary" busy={isPending} onClick={() => mutate({ isOn: false })}>
              {t("draft.publish")}
            </BusyButton>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What test questions that fail do to publishing. */
function Gate({ chatId, draft }: { chatId: string; draft: DraftState }) {
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (gate: PublishGate) => call(versionCalls.setGate, { params: { chatId }, body: { gate } }),
    onError: (error) => toast({ text: failureText(t("failed.setting"), error), tone: "error", group: "gate" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: versionsKey(chatId) }),
  });
  const gate = isPending ? variables : draft.gate;
  return (
    <div className="mt-5">
      <Choice
        legend={t("gate.legend")}
        value={gate}
        options={[
          { value: "warn", label: t("gate.warn") },
          { value: "block", label: t("gate.block") },
          { value: "off", label: t("gate.off") },
        ]}
        onChange={(wanted) => mutate(wanted)}
      />
      <p className="mt-2 max-w-[60ch] text-sm text-quiet">{t(`gate.hint.${gate}`)}</p>
    </div>
  );
}

function useSetMode(chatId: string, draft: DraftState, onSettled: () => void) {
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { isOn: boolean; override?: number }) =>
      call(versionCalls.setDraftMode, { params: { chatId }, body: { ...body, version: draft.newest } }),
    onSuccess: ({ published }) => {
      const hasDraft = published !== null;
      queryClient.setQueryData(agentQuery(chatId).queryKey, (agent) => agent && { ...agent, hasDraft });
      toast({ text: t(hasDraft ? "draft.waitSet" : "draft.liveSet"), group: "draft" });
    },
    onError: (error) => {
      if (areTestsFailed(error)) void queryClient.invalidateQueries({ queryKey: goldenKey(chatId) });
      else toast({ text: failureText(t("failed.setting"), error), tone: "error", group: "draft" });
    },
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: versionsKey(chatId) });
    },
  });
}
