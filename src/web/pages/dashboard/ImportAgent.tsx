import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { AGENT_FILE, AGENT_FILE_MEGABYTES } from "../../../contract/agent-file.ts";
import { randomId } from "../../ids.ts";
import { agentsKey, userQuery } from "../../queries.ts";
import { whyOf } from "../../text/failure.ts";
import { agentNameOf, formatNumber } from "../../text/format.ts";
import { FileButton } from "../../ui/forms/FileButton.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { uploadAgent } from "../../upload.ts";

const WHOLE = 100;

/** Makes a new agent of an exported file; the toast leads to it. If the person leaves the page, the import ends. */
export function ImportAgent({ userId, isAtLimit }: { userId: string; isAtLimit: boolean }) {
  const { t } = useTranslation("dashboard");
  const { run, percent } = useImport(userId);
  const busyText =
    percent === null ? null : percent === WHOLE ? t("agents.importing") : t("agents.importPercent", { percent: formatNumber(percent) });
  return (
    <FileButton
      accept=".zip,application/zip"
      label={busyText ?? t("agents.import")}
      busyText={busyText}
      className="max-sm:flex-auto"
      disabled={isAtLimit}
      title={isAtLimit ? t("agents.limitReached") : undefined}
      onFile={run}
    >
      {t("agents.import")}
    </FileButton>
  );
}

/** `percent`: how much of the file has been sent; null: nothing is imported. */
function useImport(userId: string): { run: (file: File) => void; percent: number | null } {
  const { t } = useTranslation("dashboard");
  const [percent, setPercent] = useState<number | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const fail = (reason: string, retry?: () => void) =>
    showToast({
      text: `${t("agents.importFailed")} ${reason}`,
      tone: "error",
      stays: true,
      group: "import",
      action: retry && { label: t("retry"), run: retry },
    });
  const send = async (file: File, requestKey: string) => {
    const { signal } = leaving.current ?? new AbortController();
    setPercent(0);
    try {
      const { chat } = await uploadAgent(file, requestKey, { onProgress: setPercent, signal });
      const open = () => void navigate(`/editor?chatId=${encodeURIComponent(chat.id)}`);
      const text = t("agents.imported", { name: agentNameOf(chat.chatName) });
      showToast({ text, group: "import", action: { label: t("agents.configure"), run: open } });
    } catch (error) {
      if (!signal.aborted) fail(whyOf(error), () => void send(file, requestKey));
    } finally {
      setPercent(null);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: userQuery(userId).queryKey }),
        queryClient.invalidateQueries({ queryKey: agentsKey(userId) }),
      ]);
    }
  };
  const run = (file: File) => {
    if (file.size > AGENT_FILE.bytes) fail(t("agents.importTooLarge", { megabytes: formatNumber(AGENT_FILE_MEGABYTES) }));
    else void send(file, randomId());
  };
  return { run, percent };
}
