import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentCalls } from "../../../../contract/calls/agents.ts";
import type { Ending, Source } from "../../../../contract/chat.ts";
import { stripImageMarkers } from "../../../../contract/knowledge.ts";
import { call } from "../../../api.ts";
import { randomId } from "../../../ids.ts";
import { ShortChat } from "../../../short-chat.ts";

export interface Trial {
  question: string;
  answer: string;
  /** What the answer rests on. */
  sources: readonly Source[];
  state: "asking" | "answered" | "failed";
}

/** Asks the draft of a preview. Each question is a conversation of its own, so that none depends on the one before. */
export function useTrial(previewId: string): { trial: Trial | null; ask: (question: string) => void } {
  const { t } = useTranslation("editor");
  const [trial, setTrial] = useState<Trial | null>(null);
  const chat = useRef<ShortChat | null>(null);
  useEffect(() => () => chat.current?.close(), []);

  const ask = useCallback(
    (question: string) => {
      chat.current?.close();
      setTrial({ question, answer: "", sources: [], state: "asking" });
      const change = (next: (now: Trial) => Trial) => setTrial((now) => now && next(now));
      const end = ({ sources = [] }: Ending) => {
        change((now) => ({ ...now, answer: readable(now.answer), sources, state: "answered" }));
        chat.current?.close();
      };
      const requestTicket = () => call(agentCalls.tryPreview, { params: { previewId } });
      chat.current = new ShortChat(
        { chatId: "preview", requestTicket },
        {
          onChunk: (_id, text, isLast, ending) => {
            change((now) => ({ ...now, answer: now.answer + text }));
            if (isLast) end(ending);
          },
          onMessage: (_id, text, ending) => {
            change((now) => ({ ...now, answer: text }));
            end(ending);
          },
          onFailure: (message) => change((now) => ({ ...now, answer: message ?? t("try.failed"), state: "failed" })),
        },
      );
      chat.current.send(randomId(), question);
    },
    [previewId, t],
  );
  return { trial, ask };
}

/** Without the address of an image entry, which is of no use in a line of text. */
const readable = (text: string) => stripImageMarkers(text.replace(/^\[image\]\S*?\[\/image\]/, "")).trim();
