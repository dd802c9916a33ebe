import { ExternalLink } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { isHostAllowed, parseDomains } from "../../../contract/domain.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useCopy } from "../../ui/use-copy.ts";

const QrCode = lazy(async () => ({ default: (await import("./QrCode.tsx")).QrCode }));

/** The address of an agent's chat page (product 5.2). */
export function chatLink(origin: string, chatId: string): string {
  return `${origin}/embed/${encodeURIComponent(chatId)}?open=1`;
}

/** The chat page of an agent, as a link and as a QR code. `domain`: the sites that may show the agent. */
export function ChatLink({ origin, chatId, domain }: { origin: string; chatId: string; domain: string }) {
  const { t } = useTranslation("dashboard");
  const id = useId();
  const host = new URL(origin).hostname;
  const link = chatLink(origin, chatId);
  const { box, state, copy, Icon } = useCopy<HTMLInputElement>(link);
  return (
    <div className="space-y-6">
      {!isHostAllowed(host, parseDomains(domain).patterns) && <Alert tone="warning">{t("link.restricted", { host })}</Alert>}
      <div>
        <label htmlFor={id}>{t("link.lead")}</label>
        <input
          id={id}
          ref={box}
          type="text"
          readOnly
          value={link}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="input mt-2 bg-base-200 font-mono text-sm"
        />
        <div className="mt-3 flex min-h-10 flex-wrap items-center gap-3">
          <button type="button" className="btn btn-primary" onClick={copy}>
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("link.copy")}
          </button>
          <a href={link} target="_blank" rel="noopener" className="btn btn-line">
            <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
            {t("link.open")}
          </a>
          <p role="status" className="font-medium">
            {state === "copied" && t("link.copied")}
            {state === "failed" && t("link.copyFailed")}
          </p>
        </div>
      </div>
      <div className="min-h-44 border-t border-base-300 pt-5">
        <Suspense fallback={<div className="size-44 rounded-control bg-base-200 motion-safe:animate-pulse" />}>
          <QrCode link={link} fileName={`chat-${chatId}`} />
        </Suspense>
      </div>
    </div>
  );
}
