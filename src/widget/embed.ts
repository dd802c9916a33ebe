/** `/embed.js`, which the script tag of site owners loads. It adds one global, `sapa`. Manual: docs/embed.md. */
import { type Commands, mountChat } from "./loader/chat.ts";
import { readOptions, warn } from "./loader/options.ts";

type Listener = (event: Event) => void;

interface Sapa {
  (...call: unknown[]): void;
  /** Calls that were made before this script loaded. */
  q?: unknown[][];
  /** Set once the script has run. A second tag calls it to add its agent, unless the page already has that agent. */
  mount?: (tag: HTMLScriptElement) => void;
}

function install(): Sapa {
  const chats = new Map<string, Commands>();
  const run: Sapa = (command, first, second, third) => {
    // Without a chatId, a command applies to the page's first agent; `destroy`, `on` and `off` apply to all agents.
    const chatId = ((third ?? second ?? first) as { chatId?: string } | undefined)?.chatId;
    const event = `sapa:${first}${chatId ? `:${chatId}` : ""}`;
    if (command === "on") return addEventListener(event, second as Listener);
    if (command === "off") return removeEventListener(event, second as Listener);
    for (const [id, commands] of chats) {
      if (chatId && chatId !== id) continue;
      (commands[command as string] ?? (() => warn(`no ${command}`)))(first);
      if (command !== "destroy") break;
    }
  };

  run.mount = (tag) => {
    const options = readOptions(tag);
    if (!options || chats.has(options.chatId)) return;
    const { chatId } = options;
    // Each event is dispatched twice: for listeners of all agents, and for listeners of this agent.
    const emit = (name: string, detail?: object) => {
      for (const whose of ["", `:${chatId}`])
        if (chats.has(chatId)) dispatchEvent(new CustomEvent(`sapa:${name}${whose}`, { detail: { ...detail, chatId } }));
    };
    chats.set(
      chatId,
      mountChat(options, emit, () => chats.delete(chatId)),
    );
  };

  return run;
}

const page = window as Window & { sapa?: Sapa };
const tag = document.currentScript as HTMLScriptElement | null;
// A tag that was removed from the page before the script loaded (an unmounted component) must not show a chat.
if (tag?.src && tag.isConnected) {
  const given = page.sapa;
  const sapa = given?.mount ? given : install();
  page.sapa = sapa;
  sapa.mount?.(tag);
  for (const call of given?.q ?? []) sapa(...call);
}
