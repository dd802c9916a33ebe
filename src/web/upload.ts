/** Uploads a picture. XMLHttpRequest reports how much of it has been sent, which `fetch` cannot. */
import { fileCalls } from "../contract/calls/files.ts";
import type { UploadedPicture } from "../contract/file.ts";
import { ApiError, headersOf, readBody, refusalOf } from "./api.ts";
import { readSession } from "./session.ts";

interface UploadOptions {
  /** Called with percent. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** @returns the picture's whole address. @throws ApiError; the signal's reason if it was aborted */
export async function uploadPicture(picture: Blob, options: UploadOptions): Promise<string> {
  const { token } = readSession();
  const response = await send(picture, token, options);
  if (!response.ok) throw await refusalOf(response, token);
  const { url, path } = await readBody<UploadedPicture>(response);
  return url ?? `${location.origin}${path}`;
}

function send(picture: Blob, token: string | null, { onProgress, signal }: UploadOptions): Promise<Response> {
  const { method, path, timeoutMs } = fileCalls.uploadPicture;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.timeout = timeoutMs ?? 0;
  for (const [name, value] of Object.entries(headersOf(token))) request.setRequestHeader(name, value);
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
  request.send(picture);
  return promise;
}
