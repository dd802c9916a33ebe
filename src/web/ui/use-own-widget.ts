import { useEffect } from "react";

declare global {
  interface Window {
    /** The widget's own interface, docs/embed.md. */
    sapa?: (...args: unknown[]) => void;
  }
}

/** Late enough not to compete with the page itself. */
const SETTLE_MS = 1_200;

/** Puts the product's own widget on the page as any website would; takes it away on leaving. */
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
