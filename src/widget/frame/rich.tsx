/** Renders formatted text as elements. It is a separate file that loads after the box can be used. */
import { Component, Fragment, type ReactNode } from "react";
import { type Block, type Inline, type List, type ListItem, parseBlocks, parseInline } from "./markdown.ts";

/** Numbers items for their keys. A reply only grows at its end, so the position is a stable key. */
function numbered<Item>(items: Item[]): { item: Item; at: number }[] {
  return items.map((item, at) => ({ item, at }));
}

function renderInline(content: Inline[]): ReactNode[] {
  return numbered(content).map(({ item: part, at }) => {
    if (typeof part === "string") return part;
    if (part.kind === "code") return <code key={at}>{part.text}</code>;
    const inside = renderInline(part.content);
    if (part.kind === "strong") return <strong key={at}>{inside}</strong>;
    if (part.kind === "em") return <em key={at}>{inside}</em>;
    return (
      <a key={at} href={part.href} target="_blank" rel="noopener nofollow">
        {inside}
      </a>
    );
  });
}

function renderLines(lines: string[]): ReactNode[] {
  return numbered(lines).map(({ item: line, at }) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {renderInline(parseInline(line))}
    </Fragment>
  ));
}

/**
 * Renders again only when its source has changed. In a long reply that grows, only the last item of the last block does.
 */
class Steady extends Component<{ source: string; draw(): ReactNode }> {
  override shouldComponentUpdate(next: { source: string }) {
    return next.source !== this.props.source;
  }

  override render() {
    return this.props.draw();
  }
}

function renderItem({ lines, sub }: ListItem): ReactNode {
  return (
    <li dir="auto">
      {renderLines(lines)}
      {sub && renderList(sub)}
    </li>
  );
}

function renderList({ isOrdered, start, items }: List): ReactNode {
  const rows = numbered(items).map(({ item, at }) => <Steady key={at} source={JSON.stringify(item)} draw={() => renderItem(item)} />);
  return isOrdered ? <ol start={start}>{rows}</ol> : <ul>{rows}</ul>;
}

function renderTable(head: string[], rows: string[][]): ReactNode {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            {numbered(head).map(({ item: cell, at }) => (
              <th key={at}>{renderInline(parseInline(cell))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ item: row, at }) => (
            <tr key={at}>
              {numbered(row).map(({ item: cell, at: column }) => (
                <td key={column}>{renderInline(parseInline(cell))}</td>
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

/** Renders a message's text as elements. */
export function renderRich(text: string): ReactNode {
  return numbered(parseBlocks(text)).map(({ item: block, at }) => (
    <Steady key={at} source={block.kind + block.raw} draw={() => renderBlock(block)} />
  ));
}
