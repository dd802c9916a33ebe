import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { listBehind, readView, type View, writeView } from "./view.ts";

/** The view that the address names, and the ways to another one. */
export function useView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const view = useMemo(() => readView(params), [params]);
  const list = writeView({ ...view, openId: null });
  /** Changes what the list shows, in the same place of the history. */
  const show = (patch: Partial<View>) =>
    void navigate(writeView({ ...view, ...patch }), { replace: true, preventScrollReset: true, state });

  return {
    view,
    narrow: (patch: Partial<View>) => show({ page: 1, after: "", ...patch }),
    /** Searches on behind the place where the search stopped: a step into the history, so that Back leads to what was found before. */
    searchOn: (after: string) => void navigate(writeView({ ...view, page: 1, after, openId: null })),
    turnTo: (page: number) => show({ page }),
    /** For a link to a conversation: the first one is a step into the history, one after another is none. */
    linkTo: (openId: string) => ({
      to: writeView({ ...view, openId }),
      replace: view.openId !== null,
      state: view.openId === null ? { list } : state,
    }),
    /** Back to the list: a step back where the list was left as it is now, so that Back does not meet it twice. */
    close: () => {
      if (listBehind(state) === list) void navigate(-1);
      else show({ openId: null });
    },
  };
}
