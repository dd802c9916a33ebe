/** Numbers as forms take them. The messages are shown beside the field. */
import { z } from "zod";

const written = (value: number) => value.toLocaleString("en-MY");
export const atLeast = (min: number) => `Enter ${written(min)} or more.`;
export const atMost = (max: number) => `Enter ${written(max)} or less.`;

/** Both bounds are included. */
export const numberBetween = (min: number, max: number) => z.number("Enter a number.").min(min, atLeast(min)).max(max, atMost(max));

/** A whole number; both bounds are included. */
export const wholeBetween = (min: number, max: number) =>
  z.number("Enter a whole number.").int("Enter a whole number.").min(min, atLeast(min)).max(max, atMost(max));

/** A number, or what a number input holds. */
export type NumberOrText = number | string;

/** Some clients send what a number input holds, as text. Anything else stays what it is: `true` is not the number 1. */
export const numberInText = (value?: NumberOrText | null): unknown =>
  typeof value === "string" && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : value;
