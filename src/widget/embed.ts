/** `/embed.js`: the one script tag that site owners paste. Leaves one global, `sapa`. Manual: docs/embed.md. */
import { type Commands, mountChat } from "./loader/chat.ts";
import { readOptions, warn } from "./loader/options.ts";

type Listener = (event: Event) => void;

interface Sapa {
  (...call: unknown[]): void;
  /** Calls made before this script came. */
  q?: unknown[][];
  /** Present on the live function: a second tag adds its agent, or nothing when that agent is here. */
  mount?: (tag: HTMLScriptElement) => void;
}

function install(): Sapa {
  const chats = new Map<string, Commands>();

  const run = (command: string, ...args: unknown[]) => {
    const [first, second] = args;
    if (command === "on") return addEventListener(`sapa:${first}`, second as Listener);
    if (command === "off") return removeEventListener(`sapa:${first}`, second as Listener);
    // Without a name the page's first agent is meant; to destroy, all.
    const chatId = (args.at(-1) as { chatId?: string } | undefined)?.chatId;
    for (const [id, commands] of chats) {
      if (chatId && chatId !== id) continue;
      (commands[command] ?? (() => warn(`no ${command}`)))(first);
      if (command !== "destroy") break;
      chats.delete(id);
    }
  };

  const mount = (tag: HTMLScriptElement) => {
    const options = readOptions(tag);
    if (!options || chats.has(options.chatId)) return;
    const { chatId } = options;
    const emit = (name: string, detail?: object) => dispatchEvent(new CustomEvent(`sapa:${name}`, { detail: { ...detail, chatId } }));
    chats.set(chatId, mountChat(options, emit));
  };

  return Object.assign(run as Sapa, { mount });
}

const page = window as Window & { sapa?: Sapa };
const tag = document.currentScript as HTMLScriptElement | null;
if (tag?.src) {
  const waiting = page.sapa?.q ?? [];
  if (!page.sapa?.mount) page.sapa = install();
  page.sapa.mount?.(tag);
  for (const call of waiting) page.sapa(...call);
}
