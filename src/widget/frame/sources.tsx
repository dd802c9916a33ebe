/** What a reply rests on, for the visitor. It is a separate file that loads when the first reply has sources. */
import type { ReactNode } from "react";
import type { Source } from "../../contract/chat.ts";

const STYLE = `
.sources{margin-top:8px;padding-top:4px;border-top:1px solid #8886;font-size:13px}
.sources summary{display:flex;gap:8px;padding:6px 0;cursor:pointer;list-style:none}
.sources summary::-webkit-details-marker{display:none}
.sources summary::before{content:"";flex:none;width:6px;height:6px;margin:6px 0 0 1px;border:solid;border-width:1.5px 1.5px 0 0;rotate:45deg;transition:rotate .15s}
.sources[open] summary::before{rotate:135deg}
@media(prefers-reduced-motion:reduce){.sources summary::before{transition:none}}
.sources q{display:block;margin:0 0 8px}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** The titles in one line; the passages below it, once it is opened. */
export function renderSources(sources: readonly Source[], label: string): ReactNode {
  return (
    // What was opened may be below the edge of the chat.
    <details className="sources" onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: "nearest" })}>
      <summary dir="auto">
        {label}: {sources.map(({ title }) => title).join(" · ")}
      </summary>
      {sources.map(({ quote }) => (
        <q key={quote} dir="auto">
          {quote}
        </q>
      ))}
    </details>
  );
}
