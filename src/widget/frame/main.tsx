/** Entry of the framed page: `<div id="root">` and the server's `<script type="application/json" id="sapa-boot">`. */
import { createRoot } from "react-dom/client";
import { readSurroundings } from "./boot.ts";
import { Chat } from "./Chat.tsx";

const root = document.getElementById("root");
if (root) {
  const surroundings = readSurroundings();
  document.documentElement.lang = surroundings.lang;
  createRoot(root).render(<Chat {...surroundings} talkModule={() => import("./talk.tsx")} />);
}
