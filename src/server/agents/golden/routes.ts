import { goldenApi } from "../../../contract/calls/golden.schema.ts";
import type { GoldenPage, GoldenQuestion } from "../../../contract/golden.ts";
import { pagesOf } from "../../../contract/page.ts";
import { loadEngine } from "../../knowledge/load-engine.ts";
import { toPlainLines } from "../../knowledge/plain.ts";
import { notFound } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import { mount } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import type { Turns } from "../../platform/http/turns.ts";
import type { LiveAgent } from "../book.ts";
import { findOwnAgent } from "../save.ts";
import { type Asking, addGolden, changeGolden, removeGolden, runGolden, suggestGolden } from "./golden.ts";
import { countGolden, pageGolden, type StoredGolden } from "./golden-store.ts";
import { cancelModelTests, type ModelTestDeps, readModelTests, setNightlyTests, startModelTests } from "./model-tests.ts";

interface Deps extends ModelTestDeps {
  http: Http;
  turns: Turns;
  ask: Asking["ask"];
}

const READS: RateRule = { name: "golden.read", max: 240, perMs: 60_000 };
const WRITES: RateRule = { name: "golden.write", max: 120, perMs: 60_000 };
/** Each asks up to two hundred questions. */
const RUNS: RateRule = { name: "golden.run", max: 20, perMs: 60_000 };

/** UTF-16 units, of the title and of the entry that it is the first line of. */
const TITLE_LENGTH = 80;
const TITLE_READ = 1_000;

function present({ id, question, expects, ...stored }: StoredGolden, agent: LiveAgent): GoldenQuestion {
  const expected = expects.entryId === null ? undefined : agent.entries[agent.entryIds.indexOf(expects.entryId)];
  const [line = ""] = toPlainLines(expected?.text.slice(0, TITLE_READ) ?? "");
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1).toWellFormed()}…` : line;
  const { run, revision, modelRun, modelRevision } = stored;
  return {
    id,
    question,
    expects,
    entryTitle: expected ? title : null,
    run: run && { ...run, isCurrent: revision === agent.revision },
    modelRun: modelRun && { ...modelRun, isCurrent: modelRevision === agent.revision },
  };
}

export function goldenRoutes({ http, turns, ask, ...deps }: Deps) {
  const { db, book } = deps;
  const findLive = async (viewer: Viewer, chatId: string): Promise<LiveAgent & { id: string }> => {
    const { id } = await findOwnAgent(db, viewer, chatId);
    const agent = await book.findDraft(id);
    if (!agent) throw notFound();
    return { ...agent, id };
  };
  const presentOne = async (viewer: Viewer, chatId: string, golden: StoredGolden) => ({
    question: present(golden, await findLive(viewer, chatId)),
  });

  return mount("golden", [
    http.endpoint(goldenApi.listGolden, { limit: READS }, async ({ viewer, params, query: { page, limit } }) => {
      const agent = await findLive(viewer, params.chatId);
      const { total, ...counts } = await countGolden(db, agent.id);
      const questions = await pageGolden(db, agent.id, { limit, offset: (page - 1) * limit });
      const answer: GoldenPage = {
        questions: questions.map((golden) => present(golden, agent)),
        total,
        totalPages: pagesOf(total, limit),
        ...counts,
      };
      return answer;
    }),
    http.endpoint(goldenApi.addGolden, { limit: WRITES }, async ({ viewer, params, body }) =>
      presentOne(viewer, params.chatId, await addGolden(db, viewer, params.chatId, body)),
    ),
    http.endpoint(goldenApi.suggestGolden, { limit: READS }, async ({ viewer, params }) => ({
      suggestions: await suggestGolden(db, await findLive(viewer, params.chatId)),
    })),
    http.endpoint(goldenApi.runGolden, { limit: RUNS }, async ({ viewer, params }) => {
      const agent = await findLive(viewer, params.chatId);
      const { recognizeLanguage } = await loadEngine();
      return runGolden(db, agent, { ask, languageOf: recognizeLanguage, pause: () => turns.pause(`golden ${agent.id}`) });
    }),
    http.endpoint(goldenApi.fetchModelTests, { limit: READS }, ({ viewer, params }) => readModelTests(deps, viewer, params.chatId)),
    http.endpoint(goldenApi.startModelTests, { limit: RUNS }, async ({ viewer, params }) => {
      await startModelTests(deps, viewer, params.chatId);
      return readModelTests(deps, viewer, params.chatId);
    }),
    http.endpoint(goldenApi.cancelModelTests, { limit: WRITES }, async ({ viewer, params }) => {
      await cancelModelTests(deps, viewer, params.chatId);
      return readModelTests(deps, viewer, params.chatId);
    }),
    http.endpoint(goldenApi.setNightlyTests, { limit: WRITES }, async ({ viewer, params, body: { isNightly } }) => {
      await setNightlyTests(deps, viewer, params.chatId, isNightly);
      return readModelTests(deps, viewer, params.chatId);
    }),
    http.endpoint(goldenApi.updateGolden, { limit: WRITES }, async ({ viewer, params, body }) =>
      presentOne(viewer, params.chatId, await changeGolden(db, viewer, { agentId: params.chatId, id: params.goldenId }, body)),
    ),
    http.endpoint(goldenApi.removeGolden, { limit: WRITES }, async ({ viewer, params }) => {
      await removeGolden(db, viewer, { agentId: params.chatId, id: params.goldenId });
      return { message: "Test question deleted successfully" };
    }),
  ]);
}
