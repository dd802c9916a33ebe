import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { DEMO_SHOP_CHAT_ID } from "../../../contract/agent.ts";
import { DEMO_KEDAI_WORDS } from "../../../contract/demo-text.ts";
import { DEMO_KEDAI } from "../../../contract/text/demo.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { LogoMark } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useOwnWidget } from "../../ui/use-own-widget.ts";

/** On a phone the open chat would cover the page that it is about. */
const hasRoomForBoth = window.matchMedia("(min-width: 48rem)").matches;

/** Where the open chat and the menu are both on screen, the column leaves the chat its place, so that no price is below it. */
const COLUMN = "mx-auto max-w-4xl px-5 sm:px-8 lg:mr-[27rem] lg:max-w-3xl";

/** "Try Demo": the page of a sample shop, in its own colours, with the demo agent. */
export function Demo() {
  const { t } = useTranslation("demo");
  useOwnWidget({ chatId: DEMO_SHOP_CHAT_ID, isOpen: hasRoomForBoth, theme: "light" });
  return (
    <div className="min-h-screen bg-[#fbf3e4] text-[#331a10]">
      <PageTitle>{DEMO_KEDAI.name}</PageTitle>
      <DemoBar />
      <main className={`${COLUMN} pb-32`}>
        <div className="pt-12 pb-10 sm:pt-16">
          <p className="font-semibold text-[#8a3a1f]">{t("demo.since", { town: DEMO_KEDAI.town })}</p>
          <p className="mt-2 text-3xl font-extrabold tracking-[-0.03em] sm:text-4xl">{DEMO_KEDAI.name}</p>
          <p className="mt-5 max-w-[44ch] text-lg">{t("demo.lead")}</p>
        </div>
        <Menu />
        <Facts />
      </main>
    </div>
  );
}

/** The bar that belongs to Sapa and not to the sample shop. */
function DemoBar() {
  const { t } = useTranslation("demo");
  return (
    <header className="border-b border-base-300 bg-base-100 text-base-content">
      <div className={`${COLUMN} flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2`}>
        <Link to="/" reloadDocument className="btn btn-ghost -ms-3 px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("demo.back")}
        </Link>
        <h1 className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-base font-normal tracking-normal lg:-me-64">
          <LogoMark className="size-4.5 shrink-0" />
          {t("demo.note")}
        </h1>
      </div>
    </header>
  );
}

function Menu() {
  const { t } = useTranslation("demo");
  return (
    <section aria-labelledby="menu-title" className="border-t-2 border-[#331a10] pt-6">
      <h2 id="menu-title" className="text-xl">
        {t("demo.menu")}
      </h2>
      <ul className="mt-3 divide-y divide-[#331a10]/15">
        {DEMO_KEDAI.menu.map((dish, at) => (
          <li key={dish.name} className="flex items-baseline justify-between gap-6 py-4">
            <div>
              <p className="text-lg font-bold">{dish.name}</p>
              <p className="text-[#6b4636]">{DEMO_KEDAI_WORDS[currentLanguage()].notes[at]}</p>
            </div>
            <p className="text-lg font-bold whitespace-nowrap tabular-nums">{dish.price}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts() {
  const { t } = useTranslation("demo");
  const { address, phone } = DEMO_KEDAI;
  const { hours, delivery } = DEMO_KEDAI_WORDS[currentLanguage()];
  const facts = [
    { title: t("demo.hours"), lines: [t("demo.weekdays", hours), t("demo.weekend", hours), t("demo.closed", hours)] },
    { title: t("demo.delivery"), lines: [t("demo.deliveryFee", delivery), t("demo.deliveryFree", delivery)] },
    { title: t("demo.find"), lines: [address, phone] },
  ];
  return (
    <div className="mt-12 grid gap-8 border-t-2 border-[#331a10] pt-6 sm:grid-cols-3">
      {facts.map((fact) => (
        <section key={fact.title}>
          <h2 className="text-lg">{fact.title}</h2>
          {fact.lines.map((line) => (
            <p key={line} className="mt-1.5">
              {line}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
