import { useEffect } from "react";

/** The document's title. Set by hand: the page comes with a title of its own, and the first one in the head wins. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Sapa`;
  }, [children]);
  return null;
}
