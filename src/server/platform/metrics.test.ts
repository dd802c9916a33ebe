import { expect, test } from "bun:test";
import { Metrics } from "./metrics.ts";

test("a counter, a histogram and a gauge are written as Prometheus reads them", async () => {
  const metrics = new Metrics();
  const refused = metrics.counter("refused_total", "Refused requests.", ["code"]);
  refused({ code: "404" });
  refused({ code: "404" }, 2);
  const took = metrics.histogram("took_seconds", "How long it took.", [0.1, 1]);
  for (const ms of [50, 100, 700, 3_000]) took(ms);
  metrics.gauge("places", "Places by state.", async () => [
    [{ state: "taken" }, 2],
    [{ state: "free" }, 0],
  ]);
  expect(await metrics.render()).toBe(
    [
      "# HELP refused_total Refused requests.",
      "# TYPE refused_total counter",
      'refused_total{code="404"} 3',
      "# HELP took_seconds How long it took.",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{le="0.1"} 2',
      'took_seconds_bucket{le="1"} 3',
      'took_seconds_bucket{le="+Inf"} 4',
      "took_seconds_sum 3.85",
      "took_seconds_count 4",
      "# HELP places Places by state.",
      "# TYPE places gauge",
      'places{state="taken"} 2',
      'places{state="free"} 0',
      "",
    ].join("\n"),
  );
});

test("a counter without labels is 0 before anything was counted", async () => {
  const metrics = new Metrics();
  metrics.counter("messages_total", "Messages.");
  expect(await metrics.render()).toContain("\nmessages_total 0\n");
});

test("a figure that cannot be read is left out, and the others are still there", async () => {
  const metrics = new Metrics();
  metrics.gauge("broken", "Cannot be read.", () => Promise.reject(new Error("no")));
  metrics.gauge("unknown", "Is not known yet.", () => null);
  metrics.gauge("known", "Is known.", () => 7);
  expect(await metrics.render()).toBe("# HELP known Is known.\n# TYPE known gauge\nknown 7\n");
});

test("a text in a label cannot end its line, and too many texts are counted together", async () => {
  const metrics = new Metrics();
  const count = metrics.counter("models_total", "Models.", ["model"]);
  count({ model: 'a"b\\c\nd' });
  expect(await metrics.render()).toContain('models_total{model="a\\"b\\\\c\\nd"} 1\n');
  for (let at = 0; at < 1_000; at++) count({ model: `model-${at}` });
  const lines = (await metrics.render()).split("\n").filter((line) => line.startsWith("models_total"));
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('models_total{model="other"} 801');
});

test("the same name twice is a mistake that is found at the start", () => {
  const metrics = new Metrics();
  metrics.counter("messages_total", "Messages.");
  expect(() => metrics.gauge("messages_total", "Messages.", () => 1)).toThrow("exists already");
});
