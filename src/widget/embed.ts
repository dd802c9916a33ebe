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
  const run: Sapa = (command, first, second, third) => {
    // Without a name the page's first agent is meant; to destroy and to listen, all.
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
    // Once for all listeners, and once for those of this agent alone.
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
// A tag that has left the page meanwhile (a component that was unmounted) draws nothing.
if (tag?.src && tag.isConnected) {
  const given = page.sapa;
  const sapa = given?.mount ? given : install();
  page.sapa = sapa;
  sapa.mount?.(tag);
  for (const call of given?.q ?? []) sapa(...call);
}
