/** Entry point of the framed page. It has `<div id="root">`, perhaps with the rendered box, and the server's inert JSON. */
import { hydrateRoot } from "react-dom/client";
import { readSurroundings, takeOver } from "./boot.ts";
import { Chat } from "./view/Chat.tsx";

const root = document.getElementById("root");
const surroundings = readSurroundings();
if (root && surroundings) hydrateRoot(root, <Chat {...surroundings} {...takeOver()} talkModule={() => import("./talk.tsx")} />);
