import { expect, test } from "bun:test";
import { readReturn } from "./PaymentRedirect.tsx";

test("the provider's return address is read into the described object", () => {
  const search = new URLSearchParams("billplz[id]=b1&billplz[paid]=true&billplz[paid_at]=2026-11-21&billplz[x_signature]=ab");
  expect(readReturn(search)).toEqual({ id: "b1", paid: true, paid_at: "2026-11-21", x_signature: "ab" });
});

test("an address without them is an unpaid bill without a name", () => {
  expect(readReturn(new URLSearchParams(""))).toEqual({ id: "", paid: false, paid_at: "", x_signature: "" });
});
