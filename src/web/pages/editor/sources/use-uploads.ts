import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
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
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const sending = useRef(new Map<string, AbortController>());
  const change = useCallback((id: string, patch: Partial<Upload>) => {
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  }, []);
  const dismiss = useCallback((id: string) => {
    sending.current.get(id)?.abort();
    setUploads((now) => now.filter((one) => one.id !== id));
  }, []);
  const add = useAdd(uploads, setUploads);
  const send = useSend(chatId, { sending, change, dismiss, onAdded });
  const isUnderway = useOneByOne(uploads, send);
  useLeaveWarning(isUnderway);
  const retry = (id: string) => change(id, { state: "waiting", problem: "", canRetry: false });
  return { uploads, add, dismiss, retry };
}

/** Adds files to the list. Those for which it has no place are left out, and counted in a toast. */
function useAdd(uploads: readonly Upload[], setUploads: Dispatch<SetStateAction<readonly Upload[]>>) {
  const { t } = useTranslation("reading");
  const toast = useToast();
  const problemOf = ({ size }: File): string => {
    if (size > FILE_MAX_BYTES) return t("add.tooLarge", { megabytes: formatNumber(FILE_MAX_MEGABYTES) });
    return size === 0 ? t("add.empty") : "";
  };
  const toUpload = (file: File): Upload => {
    const problem = problemOf(file);
    const state = problem === "" ? "waiting" : "failed";
    return { id: randomId(), file, state, percent: 0, problem, isLimit: false, canRetry: false };
  };
  return (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(0, MOST_FILES - uploads.length));
    setUploads((now) => [...now, ...taken.map(toUpload)]);
    const left = files.length - taken.length;
    if (left === 0) return;
    const text = t("add.leftOut", { count: left, number: formatNumber(left), most: formatNumber(MOST_FILES) });
    toast({ text, tone: "error", group: "source", stays: true });
  };
}

interface Sending {
  /** The files that are being sent, by their ids. */
  sending: RefObject<Map<string, AbortController>>;
  change: (id: string, patch: Partial<Upload>) => void;
  dismiss: (id: string) => void;
  onAdded: (source: SourceView) => void;
}

/** Sends a file, and takes it from the list once the server has it. */
function useSend(chatId: string, { sending, change, dismiss, onAdded }: Sending) {
  const { t } = useTranslation("reading");
  return async ({ id, file }: Upload) => {
    if (sending.current.has(id)) return;
    const controller = new AbortController();
    const { signal } = controller;
    sending.current.set(id, controller);
    change(id, { state: "sending", percent: 0 });
    try {
      const { source } = await uploadSource(chatId, file, id, { onProgress: (percent) => change(id, { percent }), signal });
      dismiss(id);
      onAdded(source);
    } catch (error) {
      if (signal.aborted) return;
      const isLimit = error instanceof ApiError && error.code === "plan_limit";
      change(id, { state: "failed", problem: messageOf(error, t("add.notSent")), isLimit, canRetry: isPassing(error) });
    } finally {
      sending.current.delete(id);
    }
  };
}

/** Sends the next file when the one before has ended. @returns whether files are on their way */
function useOneByOne(uploads: readonly Upload[], send: (upload: Upload) => Promise<void>): boolean {
  const isSending = uploads.some(({ state }) => state === "sending");
  const next = isSending ? undefined : uploads.find(({ state }) => state === "waiting");
  const begin = useRef(send);
  useEffect(() => {
    begin.current = send;
  });
  useEffect(() => {
    if (next) void begin.current(next);
  }, [next]);
  return isSending || next !== undefined;
}

/** A file that is on its way is lost with the page. */
function useLeaveWarning(isUnderway: boolean): void {
  useEffect(() => {
    if (!isUnderway) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnderway]);
}
