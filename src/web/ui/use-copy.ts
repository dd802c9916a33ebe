import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";

/** A box with a text to take away, and the button that copies it. */
export function useCopy(text: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = async () => setState((await copyText(text, box.current)) ? "copied" : "failed");
  return { box, state, copy: () => void copy(), Icon: state === "copied" ? Check : Copy };
}

/**
 * Copies text. `navigator.clipboard` is absent on plain http, so the selected box's own copy command is the second way.
 * False when neither worked; the text is then left selected for the keyboard.
 */
async function copyText(text: string, box: HTMLTextAreaElement | null): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      console.debug("clipboard refused; trying the old way", error);
    }
  }
  box?.focus();
  box?.select();
  return document.execCommand("copy");
}
