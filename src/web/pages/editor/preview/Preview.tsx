import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type SizeMessage, sizeOf } from "../../../../contract/frame.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useModal } from "../../../ui/use-modal.ts";
import type { Draft } from "../fields/draft.ts";
import { TryIt } from "./TryIt.tsx";
import { usePreview } from "./use-preview.ts";

interface PreviewProps {
  draft: Draft;
  userId: string;
  chatId: string | null;
  /** A counter that grows with every change of the stored entries. */
  knowledgeChanges: number;
  /** Whether a question can be tried below it, with the entry that its answer is from. */
  hasTrial?: boolean;
}

/** The preview on large screens: a fixed panel at the side. */
export function PreviewPanel(props: PreviewProps) {
  const { t } = useTranslation("editor");
  return (
    <aside
      aria-label={t("preview.title")}
      className="flex w-[27rem] shrink-0 flex-col border-s border-base-300 bg-base-200 p-4 xl:w-[32rem]"
    >
      <LivePage {...props} />
    </aside>
  );
}

/** The preview on small screens: a full-screen dialog. */
export function PreviewDialog({ onClose, ...props }: PreviewProps & { onClose: () => void }) {
  const { t } = useTranslation("editor");
  const ref = useRef<HTMLDialogElement>(null);
  useModal(ref);
  return (
    <dialog
      ref={ref}
      aria-label={t("preview.title")}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-base-200 p-0 text-base-content"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 shrink-0 items-center justify-between border-b border-base-300 bg-base-100 ps-4 pe-2">
          <h2 className="text-base tracking-normal">{t("preview.title")}</h2>
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("preview.hide")}
          </button>
        </div>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3">
          <LivePage {...props} />
        </div>
      </div>
    </dialog>
  );
}

/** The real widget on a placeholder page. */
function LivePage(props: PreviewProps) {
  const { t } = useTranslation("editor");
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, stale, open, update, tellTheme } = usePreview({ ...props, frame });
  const size = useFrameSize(frame);
  return (
    <>
      {/* In the dialog of small screens, a tried question with its answer would leave no room for the greeting. */}
      <div className="relative flex-1 overflow-hidden rounded-surface border border-base-300 bg-raised max-lg:min-h-88 max-lg:shrink-0 lg:min-h-0">
        <MockLines />
        {state.status === "opening" && (
          <p role="status" className="absolute end-6 bottom-6 flex items-center gap-2 text-quiet">
            <Spinner small />
            {t("preview.loading")}
          </p>
        )}
        {state.status === "failed" && (
          <div role="alert" className="absolute inset-x-6 bottom-6 rounded-control border border-base-300 bg-base-100 p-4">
            <p>
              {t("preview.failed")} {state.reason}
            </p>
            <button type="button" className="btn btn-line btn-sm mt-3" onClick={() => void open()}>
              {t("retry")}
            </button>
          </div>
        )}
        {state.status === "open" && !size.isOpen && <Invitation text={props.draft.invitation} />}
        {state.status === "open" && (
          <iframe
            ref={frame}
            key={state.src}
            src={state.src}
            title={t("preview.title")}
            onLoad={tellTheme}
            className="absolute end-1 bottom-1 max-h-full max-w-full border-0 bg-transparent scheme-normal"
            style={{ width: size.width, height: size.height }}
          />
        )}
      </div>
      {stale !== null && (
        <RetryAlert tone="warning" className="mt-3" onRetry={update}>
          {t("preview.stale")} {stale}
        </RetryAlert>
      )}
      <p className="mt-3 text-sm text-quiet">{t(props.hasTrial ? "preview.note" : "preview.noteStart")}</p>
      {props.hasTrial && state.status === "open" && <TryIt key={state.id} previewId={state.id} chatId={props.chatId} />}
    </>
  );
}

/** What the launcher says to visitors who have not opened the chat; here it can be read for as long as the chat is closed. */
function Invitation({ text }: { text: string }) {
  if (text.trim() === "") return null;
  return (
    <p
      dir="auto"
      className="absolute end-21 bottom-4 max-w-64 rounded-2xl rounded-ee-md border border-base-300 bg-[#fffefc] px-4 py-2.5 text-[#16211d] shadow-lg wrap-anywhere"
    >
      {text}
    </p>
  );
}

/** The size that the frame requests; messages from any other source are ignored. */
function useFrameSize(frame: React.RefObject<HTMLIFrameElement | null>): { width: number; height: number; isOpen: boolean } {
  const [size, setSize] = useState(sizeOf({}, true));
  useEffect(() => {
    const onMessage = (event: MessageEvent<SizeMessage | null>) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      if (event.data?.type !== "sapa-size") return;
      const { width, height } = event.data;
      if (Number.isFinite(width) && Number.isFinite(height)) setSize({ width, height });
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [frame]);
  return { ...size, isOpen: size.width > sizeOf({}, false).width };
}

/** Placeholder lines for the content of the owner's page. */
function MockLines() {
  const bar = "block rounded-full bg-base-300";
  return (
    <div aria-hidden="true" className="space-y-3 p-6">
      <div className="flex items-center gap-3 pb-6">
        <span className="size-6 rounded-full bg-base-300" />
        <span className={`${bar} h-2.5 w-24`} />
        <span className={`${bar} ms-auto h-2.5 w-10`} />
        <span className={`${bar} h-2.5 w-10`} />
      </div>
      <span className={`${bar} h-5 w-3/5`} />
      <span className={`${bar} h-5 w-2/5`} />
      <span className={`${bar} mt-6 h-2.5 w-full opacity-60`} />
      <span className={`${bar} h-2.5 w-11/12 opacity-60`} />
      <span className={`${bar} h-2.5 w-4/5 opacity-60`} />
    </div>
  );
}
