/** Schemas for numbers in forms. Their messages are shown beside the field. */

import { z } from "zod";
import { refusal } from "./messages/message.ts";

export const atLeast = (min: number) => refusal("number.tooSmall", { min });
export const atMost = (max: number) => refusal("number.tooLarge", { max });

/** Both bounds are included. */
export const numberBetween = (min: number, max: number) => z.number(refusal("number.none")).min(min, atLeast(min)).max(max, atMost(max));

/** A whole number; both bounds are included. */
export const wholeBetween = (min: number, max: number) =>
  z.number(refusal("number.whole")).int(refusal("number.whole")).min(min, atLeast(min)).max(max, atMost(max));

/** A number, or the text of a number input. */
export type NumberOrText = number | string;

/** Some clients send the text of a number input. Any other value stays as it is: `true` is not the number 1. */
export const numberInText = (value?: NumberOrText | null): unknown =>
  typeof value === "string" && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : value;
