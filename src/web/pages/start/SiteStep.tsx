import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Setup } from "../../../contract/setup.ts";
import { setupQuery } from "../../queries.ts";
import { formatRecent } from "../../text/format.ts";
import { Code } from "../dashboard/EmbedCode.tsx";

/** Step 4: the line for the owner's website, and whether it works yet. */
export function SiteStep({ chatId, origin, userId }: { chatId: string; origin: string; userId: string }) {
  const { t } = useTranslation("start");
  const { data } = useQuery(setupQuery(userId, { isWaiting: true }));
  const site = data?.site ?? null;
  return (
    <div className="mt-6 space-y-6">
      <Code origin={origin} chatId={chatId} isDone={site !== null} />
      <Live site={site} />
      <Link to="/dashboard" className={`btn max-sm:btn-block sm:px-8 ${site === null ? "btn-line" : "btn-primary"}`}>
        {t("guide.finish")}
      </Link>
    </div>
  );
}

/** Turns green by itself when a visitor's browser opens the agent on a website. */
function Live({ site }: { site: Setup["site"] }) {
  const { t } = useTranslation("start");
  return (
    <p
      role="status"
      className={`flex min-h-12 items-center gap-3 rounded-control border px-4 transition-colors duration-180 ${site ? "border-primary/40 bg-primary/8 font-semibold" : "border-base-300"}`}
    >
      {site ? (
        <Check size={18} strokeWidth={2.25} aria-hidden="true" className="shrink-0 text-primary" />
      ) : (
        <span aria-hidden="true" className="size-2.5 shrink-0 animate-dot rounded-full bg-accent" />
      )}
      {site ? t("site.live", { host: site.host, time: formatRecent(site.at, Date.now()) }) : t("site.waiting")}
    </p>
  );
}
