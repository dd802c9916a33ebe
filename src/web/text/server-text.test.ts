import { expect, test } from "bun:test";
import { serverMs } from "./server-ms.ts";
import { translate } from "./server-text.ts";

test("a known text comes back in Malay with its numbers in their order", () => {
  expect(translate("Knowledge text is too long: 612/500 words", serverMs)).toBe("Teks pengetahuan terlalu panjang: 612/500 perkataan");
  expect(translate("Wrong email or password.", serverMs)).toBe("E-mel atau kata laluan salah.");
});

test("a tail that varies is kept as it came", () => {
  expect(translate("not a domain name: exa mple, $&", serverMs)).toBe("Bukan nama domain: exa mple, $&");
});

test("an unknown text stays as the server said it", () => {
  expect(translate("A text of a newer server.", serverMs)).toBe("A text of a newer server.");
});
