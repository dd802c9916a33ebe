import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { publicValues } from "../../../../contract/agent-fields.ts";
import { agentCalls } from "../../../../contract/calls/agents.ts";
import { embeddingCalls } from "../../../../contract/calls/embedding.ts";
import { consentTextOf } from "../../../../contract/consent-text.ts";
import type { FromFrame, ThemeMessage } from "../../../../contract/frame.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { agentNameOf } from "../../../text/format.ts";
import { currentLanguage } from "../../../text/i18n.ts";
import { bodyOf, type Draft, isSameDraft, previewable } from "../fields/draft.ts";

/** Changes are sent to the server this long after the last one, which is soon enough for the next message. */
const SETTLE_MS = 500;

interface PreviewDeps {
  draft: Draft;
  userId: string;
  chatId: string | null;
  /** A counter that grows with every change of the stored entries, which the preview reads at each update. */
  knowledgeChanges: number;
  frame: RefObject<HTMLIFrameElement | null>;
}

/** `reason`: a text in the language on screen; empty when no reason is known. */
type PreviewState = { status: "opening" } | { status: "open"; id: string; src: string } | { status: "failed"; reason: string };

function themeOf(draft: Draft): ThemeMessage["agent"] {
  const shown = previewable(draft, agentNameOf(""));
  const consent = shown.askConsent ? consentTextOf(shown.consentText, currentLanguage()) : "";
  return { chatName: shown.chatName, ...publicValues(shown), consent };
}

function frameAddress(previewId: string, chatId: string | null): string {
  const query = new URLSearchParams({ chatId: chatId ?? "", preview: previewId, open: "1", lang: currentLanguage() });
  return `${embeddingCalls.framePreview.path}?${query}`;
}

/**
 * Keeps a preview of the unsaved draft. Changes of the appearance are sent to the frame at once, all other changes to the
 * server a moment later. The frame never gets the owner's token.
 */
export function usePreview({ draft, userId, chatId, knowledgeChanges, frame }: PreviewDeps) {
  /** Why the preview does not show the latest draft; null when it does. */
  const [stale, setStale] = useState<string | null>(null);
  const [state, setState] = useState<PreviewState>({ status: "opening" });
  const previewId = useRef<string | null>(null);
  const current = useRef({ draft, knowledgeChanges });
  const told = useRef({ draft, knowledgeChanges });
  useEffect(() => {
    current.current = { draft, knowledgeChanges };
  }, [draft, knowledgeChanges]);

  const open = useCallback(async () => {
    setState({ status: "opening" });
    setStale(null);
    try {
      told.current = current.current;
      const body = { chatId: chatId ?? undefined, draft: bodyOf(previewable(current.current.draft, agentNameOf("")), { userId }) };
      const answer = await call(agentCalls.openPreview, { body });
      previewId.current = answer.previewId;
      setState({ status: "open", id: answer.previewId, src: frameAddress(answer.previewId, chatId) });
    } catch (error) {
      console.debug("preview: not opened", error);
      setState({ status: "failed", reason: messageOf(error, "") });
    }
  }, [chatId, userId]);

  useEffect(() => void open(), [open]);

  // The server keeps previews in memory. The frame is the first to notice that a restart has lost this one.
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<FromFrame | null>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.type === "sapa-event" && data.name === "error" && data.code === "not_found") void open();
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [frame, open]);

  const tellTheme = useCallback(() => {
    const message: ThemeMessage = { type: "sapa-theme", agent: themeOf(current.current.draft) };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [frame]);

  /** Sends the draft to the server. */
  const update = useCallback(() => {
    const id = previewId.current;
    if (id === null) return;
    const telling = current.current;
    told.current = telling;
    call(agentCalls.updatePreview, {
      params: { previewId: id },
      body: { draft: bodyOf(previewable(telling.draft, agentNameOf("")), { userId }) },
    }).then(
      () => setStale(null),
      (error: unknown) => {
        // The server keeps previews in memory, so this one is lost after a restart or a long pause.
        if (error instanceof ApiError && error.status === 404) return void open();
        console.debug("preview: not updated", error);
        setStale(messageOf(error, ""));
      },
    );
  }, [userId, open]);

  useEffect(() => {
    if (state.status !== "open") return;
    // Also if the draft is again what the server has: the frame may show what it was in between.
    tellTheme();
    if (isSameDraft(told.current.draft, draft) && told.current.knowledgeChanges === knowledgeChanges) return;
    const timer = setTimeout(update, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft, knowledgeChanges, state.status, update, tellTheme]);

  return { state, stale, open, update, tellTheme };
}
