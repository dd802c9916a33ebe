import { useEffect } from "react";
import { DEMO_CHAT_ID } from "../../contract/agent.ts";

declare global {
  interface Window {
    /** The widget's own interface, docs/embed.md. */
    sapa?: (...args: unknown[]) => void;
  }
}

/** Late enough not to compete with the page itself. */
const SETTLE_MS = 1_200;

/** Puts the product's own widget on the page with the fixed agent, as any website would; takes it away on leaving. */
export function useOwnWidget(): void {
  useEffect(() => {
    let script: HTMLScriptElement | null = null;
    const timer = setTimeout(() => {
      script = document.createElement("script");
      script.src = "/embed.js";
      script.async = true;
      script.dataset.chatId = DEMO_CHAT_ID;
      document.body.append(script);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      if (!script) return;
      window.sapa?.("destroy");
      script.remove();
    };
  }, []);
}
