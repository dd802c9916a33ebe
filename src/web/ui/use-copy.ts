import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";

/** State for a text, or a box with one, and the button that copies it. */
export function useCopy<Box extends HTMLElement = HTMLTextAreaElement>(text: string) {
  const box = useRef<Box>(null);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const copy = async () => setState((await copyText(text, box.current)) ? "copied" : "failed");
  return { box, state, copy: () => void copy(), Icon: state === "copied" ? Check : Copy };
}

/**
 * Copies text. `navigator.clipboard` does not exist on plain http, so the copy command for the selected box is tried
 * second. @returns false when neither worked; the text then stays selected, so that the user can copy it.
 */
async function copyText(text: string, box: HTMLElement | null): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      console.debug("clipboard refused; trying the old way", error);
    }
  }
  if (box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement) {
    box.focus();
    box.select();
  } else if (box) getSelection()?.selectAllChildren(box);
  return document.execCommand("copy");
}
