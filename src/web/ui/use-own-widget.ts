import { useEffect } from "react";

declare global {
  interface Window {
    /** The widget's interface, as docs/embed.md describes it. */
    sapa?: (...args: unknown[]) => void;
  }
}

/** The widget loads after this delay, so that it does not compete with the page. */
const SETTLE_MS = 1_200;

/** Embeds the product's own widget as any website would, and removes it when the page is left. */
export function useOwnWidget(chatId: string): void {
  useEffect(() => {
    let script: HTMLScriptElement | null = null;
    const timer = setTimeout(() => {
      script = document.createElement("script");
      script.src = "/embed.js";
      script.async = true;
      script.dataset.chatId = chatId;
      document.body.append(script);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      if (!script) return;
      window.sapa?.("destroy");
      script.remove();
    };
  }, [chatId]);
}
