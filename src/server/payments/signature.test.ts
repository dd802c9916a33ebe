import { expect, test } from "bun:test";
import { isSignedBy, type SignedFields, sign, sourceOf } from "./signature.ts";

/** The examples that Billplz publishes. */
const VECTORS: { key: string; prefix: string; fields: SignedFields; signature: string }[] = [
  {
    key: "abc123cde456",
    prefix: "",
    fields: {
      amount: "200",
      callback_url: "https://example.com/webhook",
      collection_id: "inbmmepb",
      description: "testing",
      email: "api@billplz.com",
      name: "Michael",
    },
    signature: "ef5e54a22af0925cba88fab467119742e90262e3646eea1dee3949938daf3a38",
  },
  {
    key: "S-s7b4yWpp9h7rrkNM1i3Z_g",
    prefix: "",
    fields: {
      id: "zq0tm2wc",
      collection_id: "yhx5t1pp",
      paid: "true",
      state: "paid",
      amount: "100",
      paid_amount: "100",
      due_at: "2018-9-27",
      email: "tester@test.com",
      mobile: "",
      name: "TESTER",
      url: "http://www.billplz-sandbox.com/bills/zq0tm2wc",
      paid_at: "2018-09-27 15:15:09 +0800",
    },
    signature: "0fe0a20b8d557eeae570377783d062a3816a9ea80f368860bacfa7ec3ca4d00e",
  },
  {
    key: "S-s7b4yWpp9h7rrkNM1i3Z_g",
    prefix: "billplz",
    fields: { id: "zq0tm2wc", paid: "true", paid_at: "2018-09-27 15:15:09 +0800" },
    signature: "4aab095fe5a39b1d534500988f9a0cb085cd1b6d5bbb55dd4e02ea6fa102b47b",
  },
  {
    key: "foobar",
    prefix: "",
    fields: {
      amount: "200",
      collection_id: "599",
      due_at: "2020-12-31",
      email: "api@billplz.com",
      id: "W_79pJDk",
      mobile: "+60112223333",
      name: "MICHAEL API",
      paid_amount: "0",
      paid_at: "2015-03-09 16:23:59 +0800",
      paid: "true",
      state: "paid",
      url: "http://billplz.dev/bills/W_79pJDk",
    },
    signature: "01bdc1167f8b4dd1f591d8af7ada00061d39ca2b63e66c6588474a918a04796c",
  },
  {
    key: "foobar",
    prefix: "billplz",
    fields: { id: "W_79pJDk", paid: "true", paid_at: "2018-03-12 12:46:36 +0800" },
    signature: "a4ec01becf3b5f0221d1ad4a1296d77d1e9f8d3cc2d4404973d863983a25760f",
  },
];

for (const [index, { key, prefix, fields, signature }] of VECTORS.entries()) {
  const holds = (changed: SignedFields, given = signature, withKey = key, withPrefix = prefix) =>
    isSignedBy(changed, given, withKey, withPrefix);

  test(`published vector ${index + 1} is valid, in any order of its fields`, () => {
    expect(holds(fields)).toBe(true);
    expect(holds(Object.fromEntries(Object.entries(fields).reverse()))).toBe(true);
    expect(sign(fields, key, prefix)).toBe(signature);
  });

  test(`vector ${index + 1} is refused with any other byte in the signature or the key`, () => {
    for (let i = 0; i < signature.length; i++) {
      const other = signature[i] === "0" ? "1" : "0";
      expect(holds(fields, signature.slice(0, i) + other + signature.slice(i + 1))).toBe(false);
    }
    for (let i = 0; i < key.length; i++) expect(holds(fields, signature, `${key.slice(0, i)}~${key.slice(i + 1)}`)).toBe(false);
    for (const wrong of [signature.slice(0, -1), `${signature}0`, signature.toUpperCase(), ` ${signature}`, `${signature}\n`, ""]) {
      expect(holds(fields, wrong)).toBe(false);
    }
    expect(holds(fields, signature, "")).toBe(false);
    expect(holds(fields, signature, key, prefix === "" ? "billplz" : "")).toBe(false);
  });

  test(`vector ${index + 1} is refused with a changed, missing or added field`, () => {
    for (const [name, value] of Object.entries(fields)) {
      for (let i = 0; i <= value.length; i++) {
        expect(holds({ ...fields, [name]: `${value.slice(0, i)}~${value.slice(i + 1)}` })).toBe(false);
        expect(holds({ ...fields, [name]: `${value.slice(0, i)}x${value.slice(i)}` })).toBe(false);
      }
      const { [name]: _gone, ...rest } = fields;
      expect(holds(rest)).toBe(false);
      expect(holds({ ...rest, [name.toUpperCase()]: value })).toBe(false);
    }
    expect(holds({ ...fields, another: "" })).toBe(false);
    expect(holds({})).toBe(false);
  });
}

test("whole elements are sorted without regard to case", () => {
  expect(sourceOf({ paid: "true", paid_at: "2018", paid_amount: "1" })).toBe("paid_amount1|paid_at2018|paidtrue");
  expect(sourceOf({ b: "1", A: "2", C: "3" })).toBe("A2|b1|C3");
});

test("a name with separators that matches a paid bill's signature is refused", () => {
  const key = "S-key";
  const unpaid = {
    amount: "200",
    id: "b1",
    name: "A|paid_amount200|paid_at2026|paidtrue|statepaid|urlx",
    paid_amount: "0",
    paid_at: "",
    paid: "false",
    state: "due",
    url: "http://b",
  };
  const forged = {
    amount: "200",
    id: "b1",
    name: "A",
    paid_amount: "200",
    paid_at: "2026",
    paid: "true",
    state: "paid",
    url: "x|paid_amount0|paid_at|paidfalse|statedue|urlhttp://b",
  };
  expect(sign(forged, key)).toBe(sign(unpaid, key));
  expect(isSignedBy(forged, sign(unpaid, key), key)).toBe(false);
  expect(isSignedBy(unpaid, sign(unpaid, key), key)).toBe(false);
});
