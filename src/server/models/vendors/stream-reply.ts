/** Reads the reply of every vendor that streams server-sent events. The content of an event depends on the protocol. */
import { ModelError, type ModelEvent, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { parseEvent, readSse } from "./wire.ts";

/** The content of one event. An event without relevant content is `{}`. */
export interface Piece {
  text?: string;
  /** A reply is complete if one of its events has a stop reason. */
  stop?: StopReason | null;
  usage?: TokenUsage | null;
  /** Whether to stop reading after this event. */
  isLast?: boolean;
}

/** The piece in one event of the stream. @throws ModelError for an event that reports a failure */
export type ReadPiece = (event: Record<string, unknown>) => Piece;

/** `opening` resolves to null if the request was aborted. @throws ModelError */
export async function* streamReply(
  opening: Promise<Response | null>,
  { signal, apiKey }: Pick<ModelRequest, "signal" | "apiKey">,
  readPiece: ReadPiece,
): AsyncGenerator<ModelEvent> {
  const response = await opening;
  if (!response) return;
  yield { type: "accepted" };
  let stop: StopReason | null = null;
  let usage: TokenUsage | null = null;
  for await (const events of readSse(response, signal, apiKey)) {
    let text = "";
    let failure: { error: unknown } | null = null;
    let isDone = false;
    for (const { data } of events) {
      isDone = data.trim() === "[DONE]";
      if (isDone) break;
      try {
        const piece = readPiece(parseEvent(data));
        text += piece.text ?? "";
        stop = piece.stop ?? stop;
        usage = piece.usage ?? usage;
        isDone = piece.isLast === true;
      } catch (error) {
        failure = { error };
      }
      if (failure || isDone) break;
    }
    // The vendor sent this text before the error in the same read, so the visitor sees it.
    if (text !== "") yield { type: "text", text };
    if (failure) throw failure.error;
    if (isDone) break;
  }
  if (signal.aborted) return;
  if (!stop) throw new ModelError("protocol", "the stream ended without a stop reason");
  yield { type: "end", stop, usage };
}
