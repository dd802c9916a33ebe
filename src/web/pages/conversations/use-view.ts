import { useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { listBehind, readView, type View, writeView } from "./view.ts";

/** The view that the address describes, and functions to change it. */
export function useView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const view = useMemo(() => readView(params), [params]);
  const list = writeView({ ...view, openId: null });
  /** Changes what the list shows, and replaces the current entry in the history. */
  const show = (patch: Partial<View>) =>
    void navigate(writeView({ ...view, ...patch }), { replace: true, preventScrollReset: true, state });

  return {
    view,
    narrow: (patch: Partial<View>) => show({ page: 1, after: "", ...patch }),
    /** Continues a search where it stopped, as a new entry in the history, so that Back leads to the earlier results. */
    searchOn: (after: string) => void navigate(writeView({ ...view, page: 1, after, openId: null })),
    turnTo: (page: number) => show({ page }),
    /** The link to a conversation. The first opened conversation adds an entry to the history, further ones replace it. */
    linkTo: (openId: string) => ({
      to: writeView({ ...view, openId }),
      replace: view.openId !== null,
      state: view.openId === null ? { list } : state,
    }),
    /**
     * Returns to the list. If the previous entry in the history is the same list, this goes back to it, so that it is
     * not in the history twice.
     */
    close: () => {
      if (listBehind(state) === list) void navigate(-1);
      else show({ openId: null });
    },
  };
}
