import { useQuery } from "@tanstack/react-query";
import { Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Banner, bannerText, isBannerShown } from "../../../contract/banner.ts";
import { userQuery } from "../../queries.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { useSession } from "../../use-session.ts";

/** The last banner, so that it is there at once on the next page and nothing moves. */
const LAST_KEY = "sapa.banner";
const CLOSED_KEY = "sapa.bannerClosed";

function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch (error) {
    console.debug("banner: storage refused", error);
    return "";
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.debug("banner: not remembered, storage refused", error);
  }
}

function parseBanner(text: string): Banner | null {
  try {
    const value = JSON.parse(text || "null") as Banner | null;
    return typeof value?.texts === "object" ? value : null;
  } catch (error) {
    console.debug("banner: the stored one cannot be read", error);
    return null;
  }
}

/** At the lower edge, above the bars that are there. */
const FLOATING =
  "fixed inset-x-4 bottom-[calc(6rem+var(--lower-bar,0px))] z-40 mx-auto max-w-3xl overflow-hidden rounded-surface shadow-float lg:bottom-[calc(1.5rem+var(--lower-bar,0px))]";

/**
 * The operator's text for all owners, until the person closes it. On the page where it first arrives it floats, because at
 * the top it would move what the person is reading.
 */
export function OwnerBanner() {
  const { t } = useTranslation();
  const { user } = useSession();
  // The pages ask for the user; the banner waits for their answer and makes no call of its own.
  const { data } = useQuery({ ...userQuery(user?.id ?? ""), enabled: false });
  const [closed, setClosed] = useState(() => readStored(CLOSED_KEY));
  const [known] = useState(() => (data === undefined ? readStored(LAST_KEY) : JSON.stringify(data.banner ?? null)));
  const banner = data === undefined ? parseBanner(known) : (data.banner ?? null);
  const written = JSON.stringify(banner);
  useEffect(() => {
    if (data !== undefined) store(LAST_KEY, written);
  }, [data, written]);
  if (!banner || closed === written || !isBannerShown(banner, Date.now())) return null;
  const close = () => {
    store(CLOSED_KEY, written);
    setClosed(written);
  };
  return (
    <aside aria-label={t("banner.label")} className={written === known ? "" : FLOATING} data-floats={written === known ? undefined : ""}>
      <BannerBox banner={banner}>
        <button type="button" className="btn btn-ghost btn-square btn-sm text-inherit" aria-label={t("dismiss")} onClick={close}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </BannerBox>
    </aside>
  );
}

const LOOKS = { info: "bg-secondary text-secondary-content", warning: "bg-accent text-accent-content" } as const;

/** How a banner looks. */
export function BannerBox({ banner, children }: { banner: Banner; children?: React.ReactNode }) {
  const Icon = banner.level === "warning" ? TriangleAlert : Info;
  return (
    <div className={LOOKS[banner.level]}>
      <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-2 sm:px-6">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 break-words whitespace-pre-line">{bannerText(banner, currentLanguage())}</p>
        {children}
      </div>
    </div>
  );
}
