import { expect, test } from "bun:test";
import { messages as serverMs } from "./ms/messages.ts";
import { translate } from "./server-text.ts";

test("a known text comes back in Malay with its numbers in their order", () => {
  expect(translate("Knowledge text is too long: 612/500 words", serverMs)).toBe("Teks pengetahuan terlalu panjang: 612/500 perkataan");
  expect(translate("Wrong email or password.", serverMs)).toBe("E-mel atau kata laluan salah.");
});

test("the bounds of a number field come back in Malay, however large they are", () => {
  expect(translate("Enter 1 or more.", serverMs)).toBe("Masukkan 1 atau lebih.");
  expect(translate("Enter 0.01 or more.", serverMs)).toBe("Masukkan 0.01 atau lebih.");
  expect(translate("Enter 10,000,000 or less.", serverMs)).toBe("Masukkan 10,000,000 atau kurang.");
});

test("a tail that varies is kept as it came", () => {
  expect(translate("This is not a domain name: exa mple, $&", serverMs)).toBe("Ini bukan nama domain: exa mple, $&");
});

test("an unknown text stays as the server said it", () => {
  expect(translate("A text of a newer server.", serverMs)).toBe("A text of a newer server.");
});
