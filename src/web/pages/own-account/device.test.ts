import { expect, test } from "bun:test";
import { deviceOf } from "./device.ts";

const MOZILLA = "Mozilla/5.0";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome", "Windows"],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/150.0.0.0`, "Edge", "Windows"],
  [`${MOZILLA} (Linux; Android 16; K) ${CHROME} Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `${MOZILLA} (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/150.0 Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`,
    "Safari",
    "iPhone",
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, "Safari", "Mac"],
  [`${MOZILLA} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`, "Firefox", "Linux"],
  ["curl/8.14", null, null],
  ["", null, null],
])("%s is named", (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});
