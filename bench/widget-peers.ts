/** Other vendors' widgets, embedded as their manuals say, with the smallest answers that their calls need. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

export interface Peer {
  name: string;
  version: string;
  /** A glob of the files in the npm package that the page may request. */
  files: string;
  /** The page's head and body. `origin` serves the files and answers the calls. */
  page(origin: string): string;
  /** The launcher's selector, which also searches shadow roots; empty if the widget is part of the page and has no launcher. */
  launcher: string;
}

export const PEERS: Peer[] = [
  {
    name: "deep-chat",
    version: "2.4.2",
    files: "dist/deepChat.bundle.js",
    page: (origin) => `<script type="module" src="${origin}/deep-chat/dist/deepChat.bundle.js"></script>
<deep-chat connect='{"url":"${origin}/api/chat"}' style="width:350px;height:450px"></deep-chat>`,
    launcher: "",
  },
  {
    name: "@typebot.io/js",
    version: "0.10.7",
    files: "dist/web.js",
    page: (origin) => `<script type="module">
import Typebot from "${origin}/@typebot.io/js/dist/web.js";
Typebot.initBubble({ typebot: "bench", apiHost: "${origin}" });
</script>`,
    launcher: "typebot-bubble button",
  },
  {
    name: "flowise-embed",
    version: "3.1.6",
    files: "dist/web.js",
    page: (origin) => `<script type="module">
import Chatbot from "${origin}/flowise-embed/dist/web.js";
Chatbot.init({ chatflowid: "bench", apiHost: "${origin}" });
</script>`,
    launcher: "flowise-chatbot button",
  },
  {
    name: "@n8n/chat",
    version: "1.37.0",
    files: "dist/{chat.bundle.es.js,style.css,*.mjs}",
    page: (origin) => `<link href="${origin}/@n8n/chat/dist/style.css" rel="stylesheet">
<script type="module">
import { createChat } from "${origin}/@n8n/chat/dist/chat.bundle.es.js";
createChat({ webhookUrl: "${origin}/api/webhook" });
</script>`,
    launcher: ".chat-window-toggle",
  },
];

/** Downloads a package with npm, once per folder, without its dependencies: the built files do not need them. */
export async function unpack(peer: Pick<Peer, "name" | "version">, folder: string): Promise<string> {
  const home = join(folder, `${peer.name.replace(/\W/g, "-")}-${peer.version}`);
  if (existsSync(join(home, "package"))) return join(home, "package");
  await mkdir(home, { recursive: true });
  const packed = Bun.spawnSync(["npm", "pack", `${peer.name}@${peer.version}`, "--silent"], { cwd: home, stderr: "pipe" });
  if (packed.exitCode !== 0) throw new Error(`npm pack ${peer.name}: ${packed.stderr}`);
  const archive = packed.stdout.toString().trim().split("\n").at(-1) ?? "";
  const opened = Bun.spawnSync(["tar", "xzf", archive], { cwd: home });
  if (opened.exitCode !== 0) throw new Error(`tar: ${archive}`);
  return join(home, "package");
}

/** The peers' files by the address that their pages request, with brotli at its highest level. */
export async function fetchPeers(folder: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const peer of PEERS) {
    const home = await unpack(peer, folder);
    for (const path of new Bun.Glob(peer.files).scanSync(home)) {
      const kept = join(home, `${path}.br`);
      if (!existsSync(kept)) {
        const plain = new Uint8Array(await Bun.file(join(home, path)).arrayBuffer());
        await Bun.write(kept, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
      // A Bun.file that was opened before its file existed stays empty.
      files.set(`/${peer.name}/${path}`, new Uint8Array(await Bun.file(kept).arrayBuffer()));
    }
  }
  return files;
}

const TYPEBOT = {
  sessionId: "bench",
  typebot: { id: "bench", version: "6.1", theme: {}, settings: { typingEmulation: { enabled: false } }, publishedAt: "2026-01-01" },
  messages: [],
  input: { id: "input", type: "text input", options: {} },
};

/** The answer of a peer's server: just enough for its input to be usable at once. */
export function answerPeer(path: string): unknown {
  if (path.includes("startChat")) return TYPEBOT;
  if (path.includes("chatflows-streaming")) return { isStreaming: false };
  if (path.includes("webhook")) return { data: [] };
  return {};
}
