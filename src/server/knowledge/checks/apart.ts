/** Whether two values differ, and whether quantities, days or variants tell that they are meant to. Pure and symmetric. */
import type { Variant } from "../rank/variants.ts";
import { ALL_DAYS } from "./aspects.ts";
import type { Claim, Claims } from "./claims.ts";
import type { Value } from "./values.ts";
import { distanceOf } from "./words.ts";

/** Whether the values differ, and nothing tells that they are meant to. */
export function isApart(x: Claim, y: Claim, inX: Claims, inY: Claims): boolean {
  if (!isDifferent(x.value, y.value)) return false;
  const isBoth = x.names.some((name) => inY.values.has(name)) || y.names.some((name) => inX.values.has(name));
  if (isBoth && x.value.kind !== "time") return false;
  if (x.days > 0 && y.days > 0 && overlapOf(x.days, y.days) < 0.5) return false;
  return !hasOtherQuantity(x, y) && !namesOther(x.variants, y.variants) && !namesOther(inX.variants, inY.variants);
}

function isDifferent(a: Value, b: Value): boolean {
  if (a.kind === "price" && b.kind === "price") return isPriceApart(a, b);
  if (a.kind === "phone" && b.kind === "phone") return a.digits !== b.digits;
  if (a.kind !== "time" || b.kind !== "time") return false;
  const apart = (one: readonly number[] | null, other: readonly number[] | null) =>
    one !== null && other !== null && !one.some((at) => other.includes(at));
  return apart(a.start, b.start) || apart(a.end, b.end);
}

type Price = Extract<Value, { kind: "price" }>;

/** "From RM50" fits each price above it, and a range fits what is in it. */
function isPriceApart(a: Price, b: Price): boolean {
  const [lowA, lowB] = [Math.min(...a.sen), Math.min(...b.sen)];
  if (a.isFrom !== b.isFrom && (a.isFrom ? lowB >= lowA : lowA >= lowB)) return false;
  return Math.max(...a.sen) < lowB || Math.max(...b.sen) < lowA;
}

const bitsOf = (mask: number): number => mask.toString(2).replaceAll("0", "").length;
const overlapOf = (a: number, b: number): number => bitsOf(a & b) / bitsOf(a | b);

/** Whether both name quantities of one unit, and no equal ones: "6 inch" and "8 inch". */
const hasOtherQuantity = (x: Claim, y: Claim): boolean =>
  x.quantities.some((one) => {
    const alike = y.quantities.filter(({ unit }) => unit === one.unit);
    return alike.length > 0 && !alike.some(({ from, to }) => from <= one.to && one.from <= to);
  });

/** Whether both name variants of one kind, and none that both have. */
const namesOther = (x: readonly Variant[], y: readonly Variant[]): boolean =>
  x.some((one) => {
    const alike = y.filter(({ kinds }) => kinds.some((kind) => one.kinds.includes(kind)));
    return alike.length > 0 && !alike.some(({ value, to }) => value === one.value || to === one.to);
  });

export function ratioOf(a: Value, b: Value): number {
  return a.kind === "price" && b.kind === "price" ? Math.abs(Math.log(Math.max(1, ...a.sen) / Math.max(1, ...b.sen))) : 0;
}

export function isNear(a: Value, b: Value): boolean {
  if (a.kind === "phone" && b.kind === "phone") return a.digits.length === b.digits.length && distanceOf(a.digits, b.digits) <= 2;
  if (a.kind !== "time" || b.kind !== "time") return false;
  const isSame = (one: readonly number[] | null, other: readonly number[] | null) => one?.some((at) => other?.includes(at)) === true;
  return isSame(a.start, b.start) || isSame(a.end, b.end);
}

/** "Daily" says no more than nothing. */
export const namesDays = ({ days }: Claim): boolean => days > 0 && days !== ALL_DAYS;
