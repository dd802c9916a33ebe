import { AGENT_FILE_MEGABYTES } from "../../../contract/agent-file.ts";
import { agentFileApi } from "../../../contract/calls/agent-files.schema.ts";
import { told } from "../../../contract/messages/message.ts";
import { totalsOf } from "../../knowledge/store.ts";
import type { Config } from "../../platform/config.ts";
import { busy } from "../../platform/errors.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { attachment } from "../../platform/http/answer.ts";
import { mount, type Viewer } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import { readPart } from "../../platform/http/receive.ts";
import type { Db } from "../../platform/storage/db.ts";
import { ReadersBusy, Turns } from "../../reading/files/turns.ts";
import { presentOwnAgent } from "../present.ts";
import { importAgent } from "./import-agent.ts";
import { readAgentFile } from "./read-file.ts";
import { writeAgentFile } from "./write-file.ts";

interface Deps {
  db: Db;
  http: Http;
  files: FileStore;
  config: Pick<Config, "publicUrl" | "tz">;
  version: string;
}

/** Each holds a whole file in memory, several times while it is read or written: so few at once, while others wait. */
const AT_ONCE = 2;
const WAITING = 8;
const TRANSFERS: RateRule = { name: "agents.transfer", max: 12, perMs: 60_000 };

export function transferRoutes({ db, http, files, config, version }: Deps) {
  const timeZone = config.tz;
  const turns = new Turns(AT_ONCE, WAITING);
  /** @throws DomainError busy, if too many wait already. */
  const inTurn = async <Result>({ accountId }: Viewer, { signal }: Request, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await turns.run(accountId, signal, work);
    } catch (error) {
      throw error instanceof ReadersBusy ? busy() : error;
    }
  };
  const tooLarge = told("agentFile.tooLarge", { megabytes: AGENT_FILE_MEGABYTES });
  return mount("transfer", [
    http.endpoint(agentFileApi.exportAgent, { limit: TRANSFERS }, async ({ viewer, params, request }) => {
      const write = () => writeAgentFile({ db, files, timeZone, version }, viewer, params.chatId);
      const { agent, bytes } = await inTurn(viewer, request, write);
      return new Response(bytes, { headers: attachment(fileNameOf(agent.name), "application/zip") });
    }),
    http.endpoint(agentFileApi.importAgent, { limit: TRANSFERS, tooLarge }, async ({ viewer, body, request, requestKey }) => {
      const agent = await inTurn(viewer, request, async () => {
        const file = await readAgentFile(await readPart(request, body), config.publicUrl ?? originOf(request));
        return importAgent({ db, files, timeZone }, viewer, file, requestKey);
      });
      const { entries } = await totalsOf(db, agent.id);
      const chat = presentOwnAgent(agent, { knowledge: null, knowledgeCount: entries, messageCount: 0 });
      return { id: agent.id, message: "Chat imported successfully!", chat };
    }),
  ]);
}

const NAME_MAX = 40;

/** The letters and digits of the name that every file system takes. */
function fileNameOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ["agent"];
  return `${words.join("-").slice(0, NAME_MAX)}.agent.zip`;
}

/** Where the browser sees this server, whatever proxies are between. */
function originOf(request: Request): string {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  return (origin?.protocol === "https:" || origin?.protocol === "http:" ? origin : new URL(request.url)).origin;
}
