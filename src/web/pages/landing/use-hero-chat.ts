import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DEMO_SHOP_CHAT_ID } from "../../../contract/agent.ts";
import { agentCalls } from "../../../contract/calls/agents.ts";
import { stripImageMarkers } from "../../../contract/knowledge.ts";
import { call } from "../../api.ts";
import { randomId } from "../../ids.ts";
import { ShortChat } from "../../short-chat.ts";

export interface HeroMessage {
  id: string;
  sender: "user" | "bot";
  text: string;
  isStreaming: boolean;
}

const SHOP = {
  chatId: DEMO_SHOP_CHAT_ID,
  requestTicket: () => call(agentCalls.requestTicket, { params: { chatId: DEMO_SHOP_CHAT_ID }, token: null }),
};
const SCRIPT_PAUSE_MS = 900;
const TYPING_MS = 1_000;
const WORD_MS = 55;

/** Removes the address of an image entry, which is of no use in a line of text. */
function readable(text: string): string {
  return stripImageMarkers(text.replace(/^\[image\]\S*?\[\/image\]/, "")).trim();
}

/**
 * The conversation in the hero. It begins with a script of two questions and answers; what a visitor then types is sent
 * to the real demo agent.
 */
export function useHeroChat() {
  const { t } = useTranslation("landing");
  const [messages, setMessages] = useState<HeroMessage[]>([]);
  const [isTyping, setTyping] = useState(false);
  const [failure, setFailure] = useState("");
  const [isTakenOver, setTakenOver] = useState(false);
  /** Topics that the last reply offered, for a question to which the agent has no answer. */
  const [offers, setOffers] = useState<readonly string[]>([]);
  const socket = useRef<ShortChat | null>(null);

  const put = useCallback((id: string, change: (text: string) => string, isStreaming: boolean) => {
    setMessages((all) => {
      const known = all.find((message) => message.id === id);
      if (!known) return [...all, { id, sender: "bot", text: change(""), isStreaming }];
      return all.map((message) => (message === known ? { ...message, text: change(message.text), isStreaming } : message));
    });
  }, []);

  useEffect(() => {
    if (isTakenOver) return;
    const script = [
      { question: t("hero.script.q1"), answer: t("hero.script.a1") },
      { question: t("hero.script.q2"), answer: t("hero.script.a2") },
    ];
    return playScript(script, { setMessages, setTyping, put });
  }, [t, isTakenOver, put]);

  useEffect(() => () => socket.current?.close(), []);

  const ask = (text: string) => {
    setTakenOver(true);
    setFailure("");
    setOffers([]);
    const id = randomId();
    // A script that is stopped in the middle of a word leaves its text as it is.
    setMessages((all) => [...all.map((message) => ({ ...message, isStreaming: false })), { id, sender: "user", text, isStreaming: false }]);
    setTyping(true);
    socket.current ??= new ShortChat(SHOP, {
      onChunk: (answered, chunk, isLast, { quickReplies }) => {
        setTyping(false);
        if (quickReplies) setOffers(quickReplies);
        put(`bot-${answered}`, (before) => before + chunk, !isLast);
      },
      onMessage: (answered, whole, { quickReplies }) => {
        setTyping(false);
        if (quickReplies) setOffers(quickReplies);
        put(`bot-${answered}`, () => whole, false);
      },
      onFailure: (message) => {
        setTyping(false);
        setFailure(message ?? t("hero.unreachable"));
      },
    });
    socket.current.send(id, text);
  };

  const shown = messages.map((message) => (message.sender === "bot" ? { ...message, text: readable(message.text) } : message));
  const usual = [t("hero.chip1"), t("hero.chip2"), t("hero.chip3")];
  return { messages: shown, isTyping, failure, isTakenOver, chips: offers.length > 0 ? offers : usual, ask };
}

interface Stage {
  setMessages: (change: HeroMessage[] | ((all: HeroMessage[]) => HeroMessage[])) => void;
  setTyping: (isTyping: boolean) => void;
  put: (id: string, change: (text: string) => string, isStreaming: boolean) => void;
}

interface Exchange {
  question: string;
  answer: string;
}

function finished(script: Exchange[]): HeroMessage[] {
  return script.flatMap(({ question, answer }, at): HeroMessage[] => [
    { id: `q${at}`, sender: "user", text: question, isStreaming: false },
    { id: `a${at}`, sender: "bot", text: answer, isStreaming: false },
  ]);
}

/** Plays the script, or shows all of it at once under prefers-reduced-motion. @returns a function that stops it. */
function playScript(script: Exchange[], { setMessages, setTyping, put }: Stage): () => void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    setMessages(finished(script));
    return () => undefined;
  }
  const timers: ReturnType<typeof setTimeout>[] = [];
  let at = 300;
  const later = (run: () => void, wait: number) => {
    at += wait;
    timers.push(setTimeout(run, at));
  };
  setMessages([]);
  script.forEach(({ question, answer }, index) => {
    later(() => setMessages((all) => [...all, { id: `q${index}`, sender: "user", text: question, isStreaming: false }]), SCRIPT_PAUSE_MS);
    later(() => setTyping(true), 500);
    later(() => setTyping(false), TYPING_MS);
    const words = answer.split(/(?<=\s)/);
    words.forEach((_word, end) => {
      const isLast = end === words.length - 1;
      later(() => put(`a${index}`, () => words.slice(0, end + 1).join(""), !isLast), WORD_MS);
    });
  });
  return () => {
    timers.forEach(clearTimeout);
    setTyping(false);
  };
}
