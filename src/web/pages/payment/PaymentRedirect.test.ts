import { expect, test } from "bun:test";
import { readReturn } from "./PaymentRedirect.tsx";

test("the provider's return address is read into the described object", () => {
  const search = new URLSearchParams("billplz[id]=b1&billplz[paid]=true&billplz[paid_at]=2026-11-21&billplz[x_signature]=ab");
  expect(readReturn(search)).toEqual({ id: "b1", paid: true, paid_at: "2026-11-21", x_signature: "ab" });
});

test("an address without a bill, or with a parameter that occurs twice, is not verified", () => {
  expect(readReturn(new URLSearchParams(""))).toBeNull();
  expect(readReturn(new URLSearchParams("billplz[paid]=true"))).toBeNull();
  expect(readReturn(new URLSearchParams("billplz[id]=b1&billplz[paid]=false&billplz[paid]=true"))).toBeNull();
});

test("the extra completion fields are sent, and other parameters are not", () => {
  const search = new URLSearchParams(
    "utm=x&billplz[id]=b1&billplz[paid]=false&billplz[transaction_id]=T1&billplz[transaction_status]=failed",
  );
  expect(readReturn(search)).toEqual({
    id: "b1",
    paid: false,
    paid_at: "",
    x_signature: "",
    transaction_id: "T1",
    transaction_status: "failed",
  });
});
