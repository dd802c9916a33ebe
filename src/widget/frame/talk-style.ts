/**
 * The style of messages. It is loaded with their code, as a constructed style sheet, which the page's policy allows. It is
 * not in frame.css, because that file must load before the first paint.
 */

const STYLE = `
.refusal{white-space:pre-line}
.list{height:100%;scroll-behavior:auto}
.area{display:flex;flex-direction:column}
@media (width:370px),(width:420px){.loader .list{max-height:calc(var(--h,450px) - 150px)}}
.alone .list{max-height:calc(var(--h,450px) - 150px)}
@media (max-width:479px){.alone:not(.framed) .list{max-height:none}}
.content{display:flow-root}
.message.bot{padding-left:36px}
.message.first{margin-top:14px}
.content .message:first-child{margin-top:0}
.message .avatar{position:absolute;left:0;bottom:0;width:28px;height:28px;font-size:13px}
.message.first:not(.last) .avatar{top:0;bottom:auto}
.message:not(.last) .bubble{border-radius:16px}
.bot:not(.first) .bubble{border-top-left-radius:5px}
.user:not(.first) .bubble{border-top-right-radius:5px}
.bot.first.last .bubble,.bot.last .bubble{border-bottom-left-radius:5px}
.user .bubble{width:fit-content;margin-left:auto}
.streaming .bubble{opacity:.7}
.waiting .bubble{opacity:.6}
.limit .bubble,.offline .bubble{background:none;border:1px dashed currentColor;color:inherit}
.bubble>*{margin:0}
.bubble>*+*{margin-top:8px}
.bubble a{color:inherit;text-underline-offset:2px}
.bubble ul,.bubble ol{padding-left:22px}
.bubble li+li{margin-top:3px}
.bubble [dir=auto]{text-align:start}
.bubble code{padding:1px 4px;border-radius:5px;background:#8883;font:13px/1.5 ui-monospace,monospace}
.bubble pre{padding:10px;overflow:auto;border-radius:10px;background:#8883}
.bubble pre code{padding:0;background:none;white-space:pre;overflow-wrap:normal}
.scroll{overflow:auto}
table{border-collapse:collapse;font-size:13px}
th,td{padding:4px 8px;border:1px solid #8886;text-align:start;overflow-wrap:normal}
.picture{display:block;width:fit-content}
.picture img{display:block;max-width:200px;width:100%;border-radius:10px}
time{position:absolute;top:100%;right:0;z-index:1;padding:1px 7px;border-radius:9px;background:var(--paper);color:var(--soft);box-shadow:0 0 0 1px var(--hair);font-size:12px;white-space:nowrap;opacity:0;pointer-events:none}
.bot time{right:auto;left:36px}
.message:hover time,[data-touched] time{opacity:1}
.list:focus-visible time{position:static;display:block;width:fit-content;margin-top:3px;opacity:1}
.list:focus-visible .user time{margin-left:auto}
.empty{box-sizing:content-box;width:fit-content;max-width:24ch;margin:64px auto 0;padding:8px 14px;border-radius:14px;background:var(--paper);color:var(--soft);text-align:center;text-wrap:balance}
fieldset{min-width:0;margin:0;padding:0;border:0}
.starter{display:block;width:fit-content;max-width:100%;min-height:44px;margin:8px 0 0 auto;padding:8px 16px;border:1px solid var(--soft);border-radius:22px;background:var(--paper);text-align:start;overflow-wrap:anywhere}
.footnote{display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:0 4px;margin:2px 0 0;padding:0 10px;width:fit-content;margin-left:auto;border-radius:12px;background:var(--paper);color:var(--soft);font-size:13px}
.bot .footnote{margin-left:0}
.footnote button,.line button{min-height:44px;padding:0 8px;color:var(--ink);font-weight:650;text-decoration:underline;text-underline-offset:3px}
.typing .bubble{display:flex;align-items:center;gap:8px}
.dots{display:flex;gap:4px}
.dots b{width:6px;height:6px;border-radius:50%;background:var(--dots);forced-color-adjust:none}
.latest{position:absolute;right:14px;bottom:10px;display:grid;place-items:center;width:44px;height:44px;border-radius:50%;background:var(--paper);box-shadow:0 0 0 1px var(--hair),0 2px 8px #0003}
.line{flex:none;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;padding:0 16px;color:var(--soft);font-size:13px;text-align:center}
.line p{margin:0}
.line p:not(:empty){padding:6px 0}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (prefers-reduced-motion:no-preference){
.dots b{animation:beat 1.2s infinite}
.dots b:nth-child(2){animation-delay:.15s}
.dots b:nth-child(3){animation-delay:.3s}
.typing,.user.sending,.user.waiting{animation:rise .16s ease-out}
.starter{animation:rise .2s ease-out backwards}
.starter:nth-child(2){animation-delay:40ms}
.starter:nth-child(3){animation-delay:80ms}
.starter:nth-child(4){animation-delay:.12s}
.user .bubble{width:fit-content;margin-left:auto}
.streaming .bubble{transition:opacity .15s}
}
@keyframes beat{0%,60%,100%{transform:none;opacity:.5}30%{transform:translateY(-3px);opacity:1}}
`;

/** Adds the style sheet to the page once. */
export function dressMessages(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [sheet];
}
