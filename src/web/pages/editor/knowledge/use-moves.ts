import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KnowledgePlace } from "../../../../contract/knowledge-calls.ts";
import { formatNumber } from "../../../text/format.ts";
import type { KnowledgeSource, ShownEntry } from "./knowledge-source.ts";

/** The id of the button that moves an entry to `place`. */
export const moveButtonId = (entryId: string, place: KnowledgePlace) => `move-${place}-${entryId}`;

/** Moves entries, keeps the focus on the pressed button, and announces the new position to screen readers. */
export function useMoves(source: KnowledgeSource) {
  const { t } = useTranslation("editor");
  const pressed = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const { entries, count } = source;
  // The row has moved in the document, perhaps to another page, and has lost the focus.
  useEffect(() => {
    if (pressed.current === null || entries === null) return;
    const button = document.getElementById(pressed.current);
    if (button && document.activeElement !== button) button.focus();
  }, [entries]);
  // If the user moves the focus elsewhere in the meantime, it stays there.
  useEffect(() => {
    const forget = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.id !== pressed.current) pressed.current = null;
    };
    document.addEventListener("focusin", forget);
    return () => document.removeEventListener("focusin", forget);
  }, []);
  const move = (entry: ShownEntry, place: KnowledgePlace) => {
    const number = { first: 1, up: entry.number - 1, down: entry.number + 1, last: count }[place];
    if (number < 1 || number > count) return;
    pressed.current = moveButtonId(entry.id, place);
    setAnnouncement(t("knowledge.movedTo", { number: formatNumber(number), total: formatNumber(count) }));
    source.move(entry, place);
  };
  return { move, announcement };
}
