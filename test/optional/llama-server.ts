/**
 * A real decoder (llama.cpp with node-llama-cpp) with Ollama's protocol, in its own process like Ollama. Arguments: the
 * folder of the packages, the model's file. Prints its address. `/counts` returns what the decoder did; `/padding/N` makes
 * each line N characters longer, so that a few lines fill the buffers between the writer and the reader.
 */
import { BEGIN_TOKEN, FIRST_BYTE } from "./bigram-model.ts";

/** The parts of node-llama-cpp that this uses; it is not one of our packages. */
interface Sequence {
  evaluate(tokens: number[], options: { temperature: number; seed: number }): AsyncGenerator<number>;
  dispose(): void;
}
interface LlamaModule {
  getLlama(options: { gpu: false; build: "never"; skipDownload: true; maxThreads: number; logLevel: "error" }): Promise<{
    loadModel(options: { modelPath: string }): Promise<{
      createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<{ getSequence(): Sequence }>;
    }>;
  }>;
}

const MODEL = "bigram:latest";
const CONTEXT = 8_192;
const THREADS = 2;
const LONGEST = 120;

const [packages = "", modelPath = ""] = Bun.argv.slice(2);
const { getLlama }: LlamaModule = await import(Bun.resolveSync("node-llama-cpp", packages));
const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: THREADS, logLevel: "error" });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: CONTEXT, sequences: 2, threads: THREADS });

let padding = "";
const counts = { decoded: 0, finished: 0, left: 0, open: 0 };

interface Asked {
  messages: { content: string }[];
  options: { num_predict: number };
}

/** One line for each token; the decoder works only as fast as the lines are read. */
async function* decode({ messages, options }: Asked): AsyncGenerator<object> {
  const limit = Math.min(options.num_predict, LONGEST);
  const bytes = new TextEncoder().encode(messages.map(({ content }) => content).join("\n"));
  // The beginning of a long prompt is dropped, as Ollama does.
  const prompt = [BEGIN_TOKEN, ...[...bytes.subarray(-(CONTEXT - limit - 1))].map((byte) => FIRST_BYTE + byte)];
  const sequence = context.getSequence();
  counts.open++;
  let said = 0;
  try {
    for await (const token of sequence.evaluate(prompt, { temperature: 1, seed: 1 })) {
      counts.decoded++;
      said++;
      yield { model: MODEL, message: { role: "assistant", content: String.fromCharCode(token - FIRST_BYTE) }, done: false, padding };
      if (said === limit) break;
    }
    counts.finished++;
    const usage = { prompt_eval_count: prompt.length, eval_count: said };
    yield { model: MODEL, message: { role: "assistant", content: "" }, done: true, done_reason: "length", ...usage };
  } finally {
    if (said < limit) counts.left++;
    counts.open--;
    sequence.dispose();
  }
}

function stream(asked: Asked, signal: AbortSignal): Response {
  const lines = decode(asked);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done || signal.aborted) {
        await lines.return(undefined);
        return controller.close();
      }
      controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/api/tags": () => Response.json({ models: [{ name: MODEL }] }),
    "/padding/:length": (request) => {
      padding = "x".repeat(Number(request.params.length));
      return new Response();
    },
    "/counts": () => Response.json(counts),
    "/api/chat": { POST: async (request) => stream((await request.json()) as Asked, request.signal) },
  },
});
console.log(`http://127.0.0.1:${server.port}`);
