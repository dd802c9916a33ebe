import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";
import { ADMIN_USERNAME, type SessionUser } from "../../../contract/user.ts";
import { agentDomainQuery, userQuery } from "../../queries.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Choice } from "../../ui/forms/Choice.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { useSession } from "../../use-session.ts";
import { ChatLink } from "./ChatLink.tsx";
import { Sightings, SightingsFrame } from "./Sightings.tsx";

const PLATFORMS = ["html", "wordpress", "shopify", "wix", "gtm"] as const;
type Platform = (typeof PLATFORMS)[number];

/** The script tag that embeds an agent in a page (product 5.1). */
export function embedTag(origin: string, chatId: string): string {
  return `<script src="${origin}/embed.js" data-chat-id="${chatId.replace(/[^A-Za-z0-9_-]/g, "")}" async></script>`;
}

/** "Embed Code": a dialog with its own address. */
export function EmbedCode() {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const { chatId = "" } = useParams();
  return (
    <>
      <PageTitle>{t("embed.title")}</PageTitle>
      <EmbedDialog chatId={chatId} onClose={() => void navigate("/dashboard")} />
    </>
  );
}

/** The dialog, which also the editor opens. */
export function EmbedDialog({ chatId, onClose: close }: { chatId: string; onClose: () => void }) {
  const { t } = useTranslation("dashboard");
  const session = useSession();
  return (
    <Dialog
      title={t("embed.title")}
      onClose={close}
      foot={
        <button type="button" className="btn btn-line" onClick={close}>
          {t("embed.close")}
        </button>
      }
      wide
      grows
    >
      {session.user ? <OwnWays user={session.user} chatId={chatId} /> : <Code origin={location.origin} chatId={chatId} />}
    </Dialog>
  );
}

type Way = "site" | "link";

/** The ways to an agent that exists, with the public address of the server: a site of the owner's, or a link. */
function OwnWays({ user, chatId }: { user: SessionUser; chatId: string }) {
  const { t } = useTranslation("dashboard");
  const [way, setWay] = useState<Way>("site");
  const { data: domain = "" } = useQuery(agentDomainQuery(chatId));
  // The dashboard behind the dialog uses the same query.
  const { data, isPending } = useQuery(userQuery(user.id));
  // The page's address may differ from the public one, and the agent may be deleted, so no code is shown before both are known.
  const isKnown = !data || user.username === ADMIN_USERNAME || data.chats.some(({ id }) => id === chatId);
  if (!isKnown) return <Alert>{t("editor.gone")}</Alert>;
  const origin = data?.publicUrl ?? location.origin;
  return (
    <>
      <div className="mb-5">
        <Choice
          legend={t("embed.how")}
          quietLegend
          value={way}
          onChange={setWay}
          options={[
            { value: "site", label: t("embed.onSite") },
            { value: "link", label: t("embed.asLink") },
          ]}
        />
      </div>
      {way === "link" && !isPending && <ChatLink origin={origin} chatId={chatId} domain={domain} />}
      {way === "site" && (
        <>
          <Code origin={origin} chatId={chatId} isPending={isPending} />
          {isPending ? <SightingsFrame /> : <Sightings chatId={chatId} />}
        </>
      )}
    </>
  );
}

interface CodeProps {
  origin: string;
  chatId: string;
  /** The code may still change: its space is kept, and it cannot be copied yet. */
  isPending?: boolean;
  /** The code is on a website already: copying it is not the next step. */
  isDone?: boolean;
}

/** The script tag, and where it is pasted. */
export function Code({ origin, chatId, isPending = false, isDone = false }: CodeProps) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      {!origin.startsWith("https:") && (
        <Alert tone="warning" className="mb-5">
          {t("embed.notHttps")}
        </Alert>
      )}
      <EmbedTag code={embedTag(origin, chatId)} isPending={isPending} isDone={isDone} />
      <Instructions />
    </>
  );
}

/** The script tag, with a copy button. */
function EmbedTag({ code, isPending, isDone }: { code: string; isPending: boolean; isDone: boolean }) {
  const { t } = useTranslation("dashboard");
  const id = useId();
  const { box, state, copy, Icon } = useCopy(code);
  return (
    <div>
      <label htmlFor={id}>{t("embed.lead")}</label>
      <div className={isPending ? "mt-2 rounded-control bg-base-200 motion-safe:animate-pulse" : "mt-2"}>
        <textarea
          id={id}
          ref={box}
          readOnly
          rows={3}
          value={code}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className={`textarea field-sizing-content min-h-0 resize-none bg-base-200 font-mono text-sm break-all ${isPending ? "invisible" : ""}`}
        />
      </div>
      <div className="mt-3 flex min-h-10 flex-wrap items-center gap-3">
        <button
          type="button"
          data-first-focus
          className={`btn ${isDone ? "btn-line" : "btn-primary"}`}
          aria-disabled={isPending}
          onClick={() => !isPending && copy()}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("embed.copy")}
        </button>
        <p role="status" className="font-medium">
          {state === "copied" && t("embed.copied")}
          {state === "failed" && t("embed.copyFailed")}
        </p>
      </div>
    </div>
  );
}

function Instructions() {
  const { t } = useTranslation("dashboard");
  const [platform, setPlatform] = useState<Platform>("html");
  const names: Record<Platform, string> = { html: "HTML", wordpress: "WordPress", shopify: "Shopify", wix: "Wix", gtm: "Tag Manager" };
  const steps: Record<Platform, string> = {
    html: t("embed.steps.html"),
    wordpress: t("embed.steps.wordpress"),
    shopify: t("embed.steps.shopify"),
    wix: t("embed.steps.wix"),
    gtm: t("embed.steps.gtm"),
  };
  return (
    <div className="mt-6 border-t border-base-300 pt-5">
      <Choice
        legend={t("embed.where")}
        value={platform}
        onChange={setPlatform}
        options={PLATFORMS.map((value) => ({ value, label: names[value], ...(value === "gtm" ? { short: "GTM" } : {}) }))}
      />
      <ol className="mt-3 list-decimal space-y-1 ps-5 marker:text-quiet">
        {steps[platform].split("\n").map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
