import { useTranslation } from "react-i18next";
import { DEMO_CHAT_ID } from "../../../contract/agent.ts";
import { Logo } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";
import { useOwnWidget } from "../../ui/use-own-widget.ts";
import { Features } from "./Features.tsx";
import { HeroChat } from "./HeroChat.tsx";
import { Prices } from "./Prices.tsx";

/** The landing page. It is a separate document without the router; its links load the application. */
export function Landing({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  const { t } = useTranslation("landing");
  useOwnWidget(DEMO_CHAT_ID);
  return (
    <>
      <PageTitle>{t("landing.title")}</PageTitle>
      <TopBar />
      <main>
        <Hero isSignUpOpen={isSignUpOpen} />
        <Features />
        <Prices isSignUpOpen={isSignUpOpen} />
      </main>
      <Footer />
    </>
  );
}

function TopBar() {
  const { t } = useTranslation("landing");
  return (
    <header className="mx-auto flex h-18 max-w-6xl items-center gap-2 px-4 sm:px-6">
      <Logo />
      <nav aria-label={t("nav.main")} className="ms-auto flex items-center gap-1">
        <a href="#features" className="btn btn-ghost px-3 max-md:hidden">
          {t("landing.nav.features")}
        </a>
        <a href="#prices" className="btn btn-ghost px-3 max-sm:hidden">
          {t("landing.nav.prices")}
        </a>
        <a href="/login" className="btn btn-line px-4">
          {t("signup.login")}
        </a>
      </nav>
    </header>
  );
}

function Hero({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  const { t } = useTranslation("landing");
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-12 px-4 pt-8 pb-24 sm:px-6 lg:grid-cols-[1fr_26rem] lg:pt-16">
      <div>
        <h1 className="text-3xl font-extrabold tracking-[-0.03em] sm:text-4xl">{t("hero.headline")}</h1>
        <p className="mt-6 max-w-[34rem] text-lg sm:text-xl sm:leading-normal">{t("hero.lead")}</p>
        <div className="mt-10 flex flex-wrap gap-3">
          {isSignUpOpen && (
            <a href="/signup" className="btn btn-primary btn-lg px-6 text-lg">
              {t("hero.start")}
            </a>
          )}
          <a href="/demo" className={`btn btn-lg px-6 text-lg ${isSignUpOpen ? "btn-line" : "btn-primary"}`}>
            {t("hero.demo")}
          </a>
        </div>
        <p className="mt-4 text-quiet">{t(isSignUpOpen ? "hero.noCard" : "hero.closed")}</p>
      </div>
      <HeroChat />
    </section>
  );
}

function Footer() {
  const { t } = useTranslation("landing");
  return (
    <footer className="border-t border-base-300">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-10 pb-28 sm:px-6 sm:pb-10">
        <div>
          <Logo />
          <p className="mt-2 text-sm text-quiet">{t("landing.meaning")}</p>
        </div>
        <LanguageChoice quietLegend />
      </div>
    </footer>
  );
}
