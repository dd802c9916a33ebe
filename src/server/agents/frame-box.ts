/**
 * The box as its script would first draw it (src/widget/frame/view/Chat.tsx, which takes it over), so that visitors can read
 * the greeting and write before the script has loaded. The two must agree; test/e2e/widget.test.ts compares them.
 */
import { MAX_MESSAGE_LENGTH } from "../../contract/chat.ts";
import type { FrameAgent, FrameMode, Scheme } from "../../contract/frame.ts";
import { ICONS } from "../../contract/icons.ts";
import type { FrameText } from "../../contract/text/widget.ts";

/**
 * Until the script has loaded, this keeps a message that the visitor sends (the text field is read-only from then on),
 * and the box can be closed. The script removes these handlers. The text in the field is kept in storage, where storage
 * is allowed: it survives when the loader replaces a frame whose script failed, and when the visitor opens another page.
 */
export const HOLD_SCRIPT = `{const d=document,b=d.forms[0][0],p=t=>b.blur(parent.postMessage({type:"sapa-"+t},"*"))
d.onsubmit=e=>{e.preventDefault();b.readOnly=/\\S/.test(b.value)}
d.onkeydown=e=>{e.key=="Escape"?p("close"):e.key=="Enter"&&e.target==b&&!e.shiftKey&&e.keyCode!=229&&d.onsubmit(e)}
d.onclick=e=>{e.target.closest("header button+button")&&p("close")}
try{const s=sessionStorage;b.value=s[location]||"";onpagehide=e=>{s[location]=b.value}}catch{}
p("shown")}`;

/** Only the browser knows the scheme of a chat page, and the first paint must have it (boot.ts of the frame decides the same). */
export const SCHEME_SCRIPT = `(new URLSearchParams(location.search).get("theme")??(matchMedia("(prefers-color-scheme:dark)").matches?"dark":""))=="dark"&&document.querySelector(".chat").classList.replace("light","dark")`;

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function icon(name: keyof typeof ICONS): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

function avatar({ chatName, profileImage }: FrameAgent): string {
  const face = profileImage
    ? `<img src="${escapeHtml(profileImage)}" alt="" referrerpolicy="no-referrer">`
    : escapeHtml(([...chatName.trim()][0] ?? "•").toUpperCase());
  return `<span class="avatar" aria-hidden="true">${face}</span>`;
}

function iconButton(name: "reset" | "close", label: string): string {
  return `<button type="button" class="icon" aria-label="${label}" title="${label}">${icon(name)}</button>`;
}

interface Place {
  mode: FrameMode;
  scheme: Scheme;
  isFramed: boolean;
}

export function renderBox(agent: FrameAgent, text: FrameText, { mode, scheme, isFramed }: Place): string {
  const greeting = agent.defaultMessage ? `<div class="message bot early">${escapeHtml(agent.defaultMessage)}</div>` : "";
  const line = agent.tagline || text.atOnce;
  const close = mode === "inline" ? "" : iconButton("close", text.closeChat);
  return `<div class="chat ${mode} ${scheme} ${isFramed ? "framed" : ""}"><main class="box"><header>${avatar(agent)}<div class="who"><h1 dir="auto">${escapeHtml(
    agent.chatName || text.title,
  )}</h1>${line ? `<p dir="auto">${escapeHtml(line)}</p>` : ""}</div>${iconButton("reset", text.reset)}${close}</header><div class="area"><div class="list" role="log" aria-label="${
    text.log
  }">${greeting}</div></div><form class="composer"><div class="pill"><textarea rows="1" dir="auto" aria-label="${
    text.message
  }" placeholder="${text.placeholder}" maxlength="${MAX_MESSAGE_LENGTH}"></textarea><button type="submit" class="send" aria-label="${
    text.send
  }">${icon("send")}</button></div></form></main></div>`;
}
