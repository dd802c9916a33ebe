import type { ReactNode } from "react";
import { CHOICE, type Condition, holds, isTemplate } from "../../../contract/brand-page.ts";
import { currentBrand } from "../../brand.ts";

interface BrandedProps {
  when: Condition;
  children: ReactNode;
  otherwise?: ReactNode;
}

/** Draws one of two things, depending on the brand. The build draws both, and the server chooses. */
export function Branded({ when, children, otherwise = null }: BrandedProps) {
  const brand = currentBrand();
  if (!isTemplate(brand)) return holds(when, brand) ? children : otherwise;
  return (
    <>
      {CHOICE.begin + when + CHOICE.yes}
      {children}
      {CHOICE.no}
      {otherwise}
      {CHOICE.end}
    </>
  );
}
