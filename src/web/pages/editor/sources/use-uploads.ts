import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FILE_MAX_BYTES, FILE_MAX_MEGABYTES } from "../../../../contract/limits.ts";
import type { SourceView } from "../../../../contract/source.ts";
import { ApiError, messageOf } from "../../../api.ts";
import { randomId } from "../../../ids.ts";
import { formatNumber } from "../../../text/format.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { uploadSource } from "../../../upload.ts";

/** Files in the list at once. */
const MOST_FILES = 20;

/** A file on its way to the server. */
export interface Upload {
  /** Also the key of the request, with which a file that is sent again makes no second source. */
  id: string;
  file: File;
  state: "waiting" | "sending" | "failed";
  percent: number;
  /** Why it was not sent. */
  problem: string;
  /** Whether the plan has no room for it. */
  isLimit: boolean;
  /** Whether the same file may be taken a moment later. */
  canRetry: boolean;
}

const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.kind !== "server" || error.status >= 500 || error.status === 429;

/** Sends files one after the other, as long as the component is on the page. */
export function useUploads(chatId: string, onAdded: (source: SourceView) => void) {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const sending = useRef(new Map<string, AbortController>());
  const change = useCallback((id: string, patch: Partial<Upload>) => {
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  }, []);
  const dismiss = useCallback((id: string) => {
    sending.current.get(id)?.abort();
    setUploads((now) => now.filter((one) => one.id !== id));
  }, []);

  const problemOf = ({ size }: File): string => {
    if (size > FILE_MAX_BYTES) return t("add.tooLarge", { megabytes: formatNumber(FILE_MAX_MEGABYTES) });
    return size === 0 ? t("add.empty") : "";
  };
  const add = (file: File) => {
    if (uploads.length >= MOST_FILES) {
      return toast({ text: t("add.tooMany", { number: formatNumber(MOST_FILES) }), tone: "error", group: "source" });
    }
    const problem = problemOf(file);
    const upload: Upload = {
      ...{ id: randomId(), file, percent: 0, problem, isLimit: false, canRetry: false },
      state: problem === "" ? "waiting" : "failed",
    };
    setUploads((now) => (now.length >= MOST_FILES ? now : [...now, upload]));
  };

  const send = async ({ id, file }: Upload) => {
    if (sending.current.has(id)) return;
    const controller = new AbortController();
    sending.current.set(id, controller);
    change(id, { state: "sending", percent: 0 });
    try {
      const { source } = await uploadSource(chatId, file, id, {
        onProgress: (percent) => change(id, { percent }),
        signal: controller.signal,
      });
      dismiss(id);
      onAdded(source);
    } catch (error) {
      if (controller.signal.aborted) return;
      const isLimit = error instanceof ApiError && error.code === "plan_limit";
      change(id, { state: "failed", problem: messageOf(error, t("add.notSent")), isLimit, canRetry: isPassing(error) });
    } finally {
      sending.current.delete(id);
    }
  };
  const isSending = uploads.some(({ state }) => state === "sending");
  const next = isSending ? undefined : uploads.find(({ state }) => state === "waiting");
  const begin = useRef(send);
  useEffect(() => {
    begin.current = send;
  });
  useEffect(() => {
    if (next) void begin.current(next);
  }, [next]);

  // A file that is on its way is lost with the page.
  const isUnderway = isSending || next !== undefined;
  useEffect(() => {
    if (!isUnderway) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnderway]);
  const retry = (id: string) => change(id, { state: "waiting", problem: "", canRetry: false });
  return { uploads, add, dismiss, retry };
}
