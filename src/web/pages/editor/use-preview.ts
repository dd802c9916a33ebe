import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { FromFrame, ThemeMessage } from "../../../contract/frame.ts";
import { ApiError, api } from "../../api.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { bodyOf, type Draft, isSameDraft, previewable } from "./draft.ts";

/** The server hears of changes this long after the last one, and so before the next message. */
const SETTLE_MS = 500;

interface PreviewDeps {
  draft: Draft;
  userId: string;
  chatId: string | null;
  frame: RefObject<HTMLIFrameElement | null>;
}

type PreviewState = { status: "opening" } | { status: "open"; src: string } | { status: "failed" };

function themeOf(draft: Draft): ThemeMessage["agent"] {
  const { mood, focus, knowledge, domain, paused, limitText, offlineText, ...theme } = previewable(draft);
  return theme;
}

function frameAddress(previewId: string, chatId: string | null): string {
  const query = new URLSearchParams({ chatId: chatId ?? "", preview: previewId, open: "1", lang: currentLanguage() });
  return `/embed/preview?${query}`;
}

/**
 * Keeps a preview of the unsaved draft: its look is told to the frame at once, everything else to the server a moment
 * later. The owner's token stays in this page.
 */
export function usePreview({ draft, userId, chatId, frame }: PreviewDeps) {
  const [state, setState] = useState<PreviewState>({ status: "opening" });
  const previewId = useRef<string | null>(null);
  const current = useRef(draft);
  const told = useRef(draft);
  useEffect(() => {
    current.current = draft;
  }, [draft]);

  const open = useCallback(async () => {
    setState({ status: "opening" });
    try {
      told.current = current.current;
      const body = { chatId: chatId ?? undefined, draft: bodyOf(previewable(current.current), { userId }) };
      const answer = await api.openPreview(body);
      previewId.current = answer.previewId;
      setState({ status: "open", src: frameAddress(answer.previewId, chatId) });
    } catch (error) {
      console.debug("preview: not opened", error);
      setState({ status: "failed" });
    }
  }, [chatId, userId]);

  useEffect(() => void open(), [open]);

  // The server keeps previews in memory: the frame is the first to notice that a restart took this one.
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<FromFrame | null>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.type === "sapa-event" && data.name === "error" && data.code === "not_found") void open();
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [frame, open]);

  const tellTheme = useCallback(() => {
    const message: ThemeMessage = { type: "sapa-theme", agent: themeOf(current.current) };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [frame]);

  useEffect(() => {
    if (state.status !== "open") return;
    if (isSameDraft(told.current, draft)) return;
    tellTheme();
    const timer = setTimeout(() => {
      const id = previewId.current;
      if (id === null) return;
      told.current = draft;
      api.updatePreview(id, bodyOf(previewable(draft), { userId })).catch((error: unknown) => {
        // The server keeps previews in memory: after a restart, or a long pause, this one is gone.
        if (error instanceof ApiError && error.status === 404) void open();
        else console.debug("preview: not updated", error);
      });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft, state.status, userId, open, tellTheme]);

  return { state, open, tellTheme };
}
