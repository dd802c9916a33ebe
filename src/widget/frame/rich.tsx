/** Formatted text as elements. Comes after the box can be used, in a file of its own. */
import { Component, Fragment, type ReactNode } from "react";
import { type Block, type Inline, type List, parseBlocks, parseInline } from "./markdown.ts";

function renderInline(content: Inline[]): ReactNode[] {
  return content.map((part, i) => {
    if (typeof part === "string") return part;
    if (part.kind === "code") return <code key={i}>{part.text}</code>;
    const inside = renderInline(part.content);
    if (part.kind === "strong") return <strong key={i}>{inside}</strong>;
    if (part.kind === "em") return <em key={i}>{inside}</em>;
    return (
      <a key={i} href={part.href} target="_blank" rel="noopener nofollow">
        {inside}
      </a>
    );
  });
}

function renderLines(lines: string[]): ReactNode[] {
  return lines.map((line, i) => (
    <Fragment key={i}>
      {i > 0 && <br />}
      {renderInline(parseInline(line))}
    </Fragment>
  ));
}

function renderList({ isOrdered, start, items }: List): ReactNode {
  const rows = items.map(({ lines, sub }, i) => (
    <li key={i} dir="auto">
      {renderLines(lines)}
      {sub && renderList(sub)}
    </li>
  ));
  return isOrdered ? <ol start={start}>{rows}</ol> : <ul>{rows}</ul>;
}

function renderTable(head: string[], rows: string[][]): ReactNode {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={i}>{renderInline(parseInline(cell))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{renderInline(parseInline(cell))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderBlock(block: Block): ReactNode {
  if (block.kind === "code") {
    return (
      <pre dir="ltr">
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === "list") return renderList(block.list);
  if (block.kind === "table") return renderTable(block.head, block.rows);
  const lines = renderLines(block.lines);
  return <p dir="auto">{block.isHeading ? <strong>{lines}</strong> : lines}</p>;
}

/** Redraws only when its source changed: of a long reply that grows, the last block alone. */
class RichBlock extends Component<{ block: Block }> {
  override shouldComponentUpdate(next: { block: Block }) {
    return next.block.raw !== this.props.block.raw || next.block.kind !== this.props.block.kind;
  }

  override render() {
    return renderBlock(this.props.block);
  }
}

/** A message's text as elements. */
export function renderRich(text: string): ReactNode {
  return parseBlocks(text).map((block, i) => <RichBlock key={i} block={block} />);
}
