/** Uploads files. XMLHttpRequest reports how much of a file has been sent, which `fetch` cannot. */
import { agentFileCalls } from "../contract/calls/agent-files.ts";
import type { AnswerOf, Call, Wire } from "../contract/calls/call.ts";
import { fileCalls } from "../contract/calls/files.ts";
import { ApiError, headersOf, readBody, refusalOf } from "./api.ts";
import { readSession } from "./session.ts";

interface UploadOptions {
  /** Called with percent. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** @returns the picture's whole address. @throws ApiError; the signal's reason if it was aborted */
export async function uploadPicture(picture: Blob, options: UploadOptions): Promise<string> {
  const { url, path } = await send(fileCalls.uploadPicture, { body: picture }, options);
  return url ?? `${location.origin}${path}`;
}

/** `requestKey`: the same file that is sent again with it makes no second agent. @throws ApiError; the signal's reason if it was aborted */
export function uploadAgent(file: Blob, requestKey: string, options: UploadOptions) {
  const body = new FormData();
  body.set("file", file);
  return send(agentFileCalls.importAgent, { body, requestKey }, options);
}

interface Sent {
  body: Blob | FormData;
  requestKey?: string;
}

type FileCall = Call<"POST", string, "signed-in", Wire & { file: true }>;

async function send<C extends FileCall>(row: C, sent: Sent, options: UploadOptions): Promise<AnswerOf<C>> {
  const { token } = readSession();
  const response = await transmit(row, sent, { ...options, token });
  if (!response.ok) throw await refusalOf(response, token);
  return readBody<AnswerOf<C>>(response);
}

function transmit(row: FileCall, sent: Sent, { onProgress, signal, token }: UploadOptions & { token: string | null }): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(row.method, row.path);
  request.timeout = row.timeoutMs ?? 0;
  for (const [name, value] of Object.entries(headersOf(token, undefined, sent))) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / Math.max(total, 1)));
  request.onload = () => {
    const retryAfter = request.getResponseHeader("retry-after");
    resolve(
      new Response(request.responseText, { status: request.status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } }),
    );
  };
  request.onerror = () => reject(new ApiError("network"));
  request.ontimeout = () => reject(new ApiError("timeout"));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(sent.body);
  return promise;
}
