import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentCalls } from "../../contract/calls/agents.ts";
import { call } from "../api.ts";

declare global {
  interface Window {
    /** The widget's interface, as docs/embed.md describes it. */
    sapa?: (...args: unknown[]) => void;
  }
}

interface OwnWidget {
  chatId: string;
  /** Whether the launcher may be seen now. */
  isShown?: boolean;
  /** Whether the chat is open from the start. */
  isOpen?: boolean;
  /** For a page that has no dark look. */
  theme?: "light" | "auto";
  /** How long the page has the connection for itself, in milliseconds. */
  afterMs?: number;
}

/** Embeds the product's own widget as any website would, and removes it when the page is left. */
export function useOwnWidget({ chatId, isShown = true, isOpen = false, theme = "auto", afterMs = 0 }: OwnWidget): void {
  const [isReady, setReady] = useState(false);
  const language = useTranslation().i18n.language;
  useEffect(() => {
    let script: HTMLScriptElement | null = null;
    const timer = setTimeout(() => {
      script = document.createElement("script");
      script.src = "/embed.js";
      script.async = true;
      script.dataset.chatId = chatId;
      script.dataset.lang = language;
      script.dataset.theme = theme;
      // Until the agent's own colour is known, the launcher would have another one.
      script.dataset.hideLauncher = "true";
      script.dataset.open = String(isOpen);
      script.onload = () => void awaitLook(chatId).then(() => setReady(true));
      document.body.append(script);
    }, afterMs);
    return () => {
      setReady(false);
      clearTimeout(timer);
      if (!script) return;
      window.sapa?.("destroy");
      script.remove();
    };
  }, [chatId, isOpen, theme, afterMs, language]);
  useEffect(() => {
    if (isReady) window.sapa?.(isShown ? "show" : "hide");
  }, [isReady, isShown]);
}

/** Resolves when the loader has its answer to the same request, which it sent before. */
async function awaitLook(chatId: string): Promise<void> {
  try {
    await call(agentCalls.fetchAgent, { params: { chatId }, token: null });
  } catch (error) {
    console.debug("own widget: the look is not known", error);
  }
}
