import { useEffect } from "react";
import { currentBrand } from "../../brand.ts";

/** Sets the document's title. A `title` element would have no effect, because the page already has one and the first one counts. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · ${currentBrand().name}`;
  }, [children]);
  return null;
}
