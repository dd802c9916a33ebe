/** Screens about test questions with a model, and about publishing with failing ones, in each of their states. */
import type { Page } from "playwright-core";
import type { AnswerComparison, ChangedAnswer } from "../../src/contract/comparison.ts";
import type { GoldenPage, GoldenQuestion, ModelTestRun, ModelTests } from "../../src/contract/golden.ts";
import { told } from "../../src/contract/messages/message.ts";
import { ago, answering, both, failing } from "./altered.ts";
import { failWith } from "./browser.ts";
import { type Screen, withDraft } from "./screen.ts";

const screen = (name: string, query: string, more: Omit<Screen, "name" | "path" | "as">): Screen => ({
  name: `golden-${name}`,
  path: ({ chatId }) => `/editor?chatId=${chatId}${query}`,
  as: "busy",
  ...more,
});

const question = (n: number, text: string, more: Partial<GoldenQuestion>): GoldenQuestion => ({
  id: `golden-${n}`,
  question: text,
  expects: { says: [], neverSays: [], entryId: null, isUnknown: false, language: null },
  entryTitle: null,
  run: { at: ago(1), answer: "Delivery is RM5 within 8 km.", failures: [], isCurrent: true },
  modelRun: null,
  ...more,
});
const model = "gemini-3.5-flash-lite";
const byModel = (answer: string, failures: NonNullable<GoldenQuestion["modelRun"]>["failures"]): GoldenQuestion["modelRun"] => ({
  at: ago(1),
  answer,
  failures,
  isCurrent: true,
  model,
});
const LONG =
  "Assalamualaikum, kalau saya order kek pandan saiz besar untuk majlis kahwin anak saya di Seremban, berapa hari awal perlu saya tempah?";
const page: GoldenPage = {
  questions: [
    question(1, LONG, {
      run: { at: ago(1), answer: "", failures: [{ fault: "unanswered", text: "" }], isCurrent: true },
      modelRun: byModel("Maaf, saya tidak pasti. Sila hubungi kedai kami.", [{ fault: "unanswered", text: "" }]),
    }),
    question(2, "How much is delivery?", { modelRun: byModel("Delivery is RM5 within 8 km of the shop.", []) }),
    question(3, "Boleh bayar guna DuitNow?", {
      modelRun: byModel("Boleh! Kami menerima DuitNow QR di kaunter.", [{ fault: "missing", text: "kaunter utama" }]),
    }),
  ],
  passed: 2,
  failed: 1,
  untested: 0,
  total: 3,
  totalPages: 1,
};

const run: ModelTestRun = { state: "done", isNightly: false, at: ago(2), total: 3, asked: 3, passed: 1, costMicros: 41_000 };
const tests = (more: Partial<ModelTests>): ModelTests => ({
  model,
  expectedMicros: 42_000,
  spentMicros: 1_240_000,
  budgetMicros: 5_000_000,
  obstacle: null,
  isNightly: true,
  run: null,
  ...more,
});
const withTests = (more: Partial<ModelTests>) => both(answering("**/golden?*", page), answering("**/golden/model", tests(more)));
const ready = "#model-tests ~ div input[type=checkbox]";

const changed = (n: number, more: Partial<ChangedAnswer>): ChangedAnswer => ({
  question: `How much is delivery to area ${n}?`,
  previous: null,
  times: 1,
  before: "Delivery is RM5 within 8 km.",
  after: "Delivery is RM6 within 8 km. For orders above RM80 it is free.",
  ...more,
});
const comparison: AnswerComparison = {
  state: "done",
  total: 500,
  asked: 500,
  changed: 14,
  answers: [
    changed(1, { times: 6 }),
    changed(2, { question: LONG, before: "I don't have that information. I can tell you about delivery, opening hours and cakes." }),
    changed(3, { question: "and on Sunday?", previous: "When do you open?", before: "9am – 6pm", after: "10am – 2pm" }),
  ],
  totalPages: 2,
};

/** Opens the dialog of the draft at its answers. */
const openAnswers = async (page: Page) => {
  await page.locator("[data-lower-bar] .link-plain").click();
  await page.locator("dialog[open] fieldset label").nth(1).click();
  await page.locator("dialog[open] .mt-6 [role=status], dialog[open] .mt-6 > p").first().waitFor();
};
const answers = (name: string, more: Partial<AnswerComparison>) =>
  screen(`answers-${name}`, "", {
    before: both(withDraft(1), answering("**/draft/answers*", { ...comparison, answers: [], totalPages: 1, ...more })),
    ready: "[data-lower-bar] .link-plain",
    prepare: openAnswers,
  });

const gate = (kind: "warn" | "block") =>
  screen(`gate-${kind}`, "", {
    before: both(
      both(withDraft(1), answering("**/golden?*", { ...page, failed: 27 })),
      both(answering("**/draft", { published: 1, publishedAt: ago(4), newest: 4, changes: 1, gate: kind }), (page) =>
        page.route("**/draft/publish", failWith(409, told("golden.notPublished", { failed: 27, all: 30 }), "tests_failed")),
      ),
    ),
    ready: "[data-lower-bar] .link-plain",
    prepare: async (page) => {
      await page.locator("[data-lower-bar] .btn-line").click();
      await page.locator("dialog[open] details").first().waitFor();
    },
  });

export const GOLDEN_STATES: readonly Screen[] = [
  screen("model", "&tab=golden", { before: withTests({ run }), ready }),
  screen("model-running", "&tab=golden", {
    before: withTests({ run: { ...run, state: "running", asked: 1 } }),
    ready: "#editor-panel [role=progressbar]",
  }),
  screen("model-budget", "&tab=golden", {
    before: withTests({
      obstacle: "budget",
      spentMicros: 5_010_000,
      isNightly: false,
      run: { ...run, state: "budget", asked: 2, isNightly: true },
    }),
    ready,
  }),
  screen("model-off", "&tab=golden", { before: withTests({ obstacle: "budget", budgetMicros: 0, isNightly: false }), ready }),
  screen("model-none", "&tab=golden", {
    before: both(
      answering("**/golden?*", { ...page, questions: page.questions.map((one) => ({ ...one, modelRun: null })) }),
      answering("**/golden/model", tests({ model: null, obstacle: "noModel" })),
    ),
    ready: "#model-tests ~ p",
  }),
  screen("model-unread", "&tab=golden", {
    before: both(answering("**/golden?*", page), failing("**/golden/model")),
    ready: "#editor-panel [role=alert]",
  }),
  answers("listed", comparison),
  answers("same", { changed: 0, total: 214 }),
  answers("none", { changed: 0, total: 0, asked: 0 }),
  answers("running", { state: "running", asked: 180 }),
  answers("cancelled", { state: "cancelled" }),
  gate("warn"),
  gate("block"),
  screen("gate-chosen", "&tab=history", { before: withDraft(1), ready: "#editor-panel fieldset:nth-of-type(1) ~ p, #editor-panel ol li" }),
];
