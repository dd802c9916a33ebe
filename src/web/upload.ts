/** Uploads files. XMLHttpRequest reports how much of a file has been sent, which `fetch` cannot. */
import { agentFileCalls } from "../contract/calls/agent-files.ts";
import type { Access, AnswerOf, Call, Wire } from "../contract/calls/call.ts";
import { fileCalls } from "../contract/calls/files.ts";
import { sourceCalls } from "../contract/calls/sources.ts";
import type { NewSource } from "../contract/source.schema.ts";
import { ApiError, fillAddress, headersOf, readBody, refusalOf } from "./api.ts";
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
  return send(agentFileCalls.importAgent, { body: formOf(file), requestKey }, options);
}

/** A file for an agent's knowledge. `requestKey`: the same file that is sent again with it makes no second source. @throws as `uploadAgent` */
export function uploadSource(chatId: string, file: Blob, requestKey: string, options: UploadOptions) {
  return send(sourceCalls.addSource, { params: { chatId }, body: formOf(file), requestKey }, options);
}

/** The next version of a source's file. @throws as `uploadAgent` */
export function replaceSourceFile(chatId: string, sourceId: string, file: Blob, options: UploadOptions) {
  return send(sourceCalls.replaceFile, { params: { chatId, sourceId }, body: formOf(file) }, options);
}

/** A page or a website, by its address. @throws as `uploadAgent` */
export function addLink(chatId: string, source: NewSource, requestKey: string, signal: AbortSignal) {
  const body = new Blob([JSON.stringify(source)], { type: "application/json" });
  return send(sourceCalls.addSource, { params: { chatId }, body, requestKey }, { onProgress: () => undefined, signal });
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.set("file", file);
  return form;
}

interface Sent {
  params?: Readonly<Record<string, string>>;
  body: Blob | FormData;
  requestKey?: string;
}

type FileCall = Call<"POST", string, Access, Wire & { file: true }>;

async function send<C extends FileCall>(row: C, sent: Sent, options: UploadOptions): Promise<AnswerOf<C>> {
  const { token } = readSession();
  const response = await transmit(row, sent, { ...options, token });
  if (!response.ok) throw await refusalOf(response, token);
  return readBody<AnswerOf<C>>(response);
}

function transmit(row: FileCall, sent: Sent, { onProgress, signal, token }: UploadOptions & { token: string | null }): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(row.method, fillAddress(row.path, sent));
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
