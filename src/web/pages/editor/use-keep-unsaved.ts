import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { lastSessionEnd, watchSession } from "../../session.ts";
import { type Shelved, shelve } from "./shelf.ts";
import type { TabName } from "./TabList.tsx";

/** A new agent's page reloads this long after its first save (product 10.4). */
const RELOAD_MS = 800;

interface Work extends Shelved {
  isUnsaved: boolean;
}

interface Page {
  userId: string;
  agentId: string | null;
  createdId: string | null;
  tab: TabName;
}

/**
 * Keeps unsaved work when the page goes away: over a login, if the server has ended the session, and over the reload
 * that follows the first save, which this hook does.
 */
export function useKeepUnsaved({ userId, agentId, createdId, tab }: Page, work: Work): void {
  const navigate = useNavigate();
  const { draft, entry, isUnsaved } = work;
  const latest = useRef(work);
  useEffect(() => {
    latest.current = { draft, entry, isUnsaved };
  }, [draft, entry, isUnsaved]);
  useEffect(
    () =>
      watchSession(() => {
        if (lastSessionEnd() === "refused" && latest.current.isUnsaved) shelve(userId, agentId, latest.current);
      }),
    [userId, agentId],
  );
  useEffect(() => {
    if (createdId === null) return;
    const timer = setTimeout(() => {
      if (latest.current.isUnsaved) shelve(userId, createdId, latest.current);
      void navigate(`/editor?chatId=${encodeURIComponent(createdId)}`, { replace: true, state: { tab } });
    }, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [createdId, navigate, tab, userId]);
}
