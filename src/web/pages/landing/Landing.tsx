import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DEMO_CHAT_ID } from "../../../contract/agent.ts";
import { Branded } from "../../ui/page/Branded.tsx";
import { LegalLinks } from "../../ui/page/LegalLinks.tsx";
import { Logo } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";
import { useOwnWidget } from "../../ui/use-own-widget.ts";
import { Features } from "./Features.tsx";
import { HeroChat } from "./HeroChat.tsx";
import { Prices } from "./Prices.tsx";
import { Steps } from "./Steps.tsx";

/** The widget loads after this delay, so that it does not compete with the page. */
const SETTLE_MS = 1_200;

/** The landing page. It is a separate document without the router; its links load the application. */
export function Landing({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  const { t } = useTranslation("landing");
  const hero = useRef<HTMLElement>(null);
  const footer = useRef<HTMLElement>(null);
  const isHeroSeen = useIsSeen(hero, true);
  const isFooterSeen = useIsSeen(footer, false);
  // The hero has a chat of its own, and the launcher would lie on the footer.
  useOwnWidget({ chatId: DEMO_CHAT_ID, isShown: !isHeroSeen && !isFooterSeen, afterMs: SETTLE_MS });
  return (
    <>
      <PageTitle>{t("landing.title")}</PageTitle>
      <TopBar />
      <main>
        <Hero isSignUpOpen={isSignUpOpen} section={hero} />
        <Steps />
        <Features />
        <Prices isSignUpOpen={isSignUpOpen} />
      </main>
      <Footer section={footer} />
    </>
  );
}

function TopBar() {
  const { t } = useTranslation("landing");
  return (
    <header className="mx-auto flex h-18 max-w-6xl items-center gap-2 px-4 sm:px-6">
      <Logo isMarkOnPhones />
      <nav aria-label={t("nav.main")} className="ms-auto flex items-center gap-1">
        <a href="#features" className="btn btn-ghost px-3 max-md:hidden">
          {t("landing.nav.features")}
        </a>
        <a href="#prices" className="btn btn-ghost px-3 max-sm:hidden">
          {t("landing.nav.prices")}
        </a>
        <LanguageChoice isInHeader />
        <a href="/login" className="btn btn-line ms-1 px-4">
          {t("signup.login")}
        </a>
      </nav>
    </header>
  );
}

function Hero({ isSignUpOpen, section }: { isSignUpOpen: boolean; section: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("landing");
  return (
    <section
      ref={section}
      className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-12 px-4 pt-8 pb-24 sm:px-6 lg:grid-cols-[1fr_26rem] lg:pt-16"
    >
      <div>
        <h1 className="text-3xl font-extrabold tracking-[-0.03em] sm:text-4xl">{t("hero.headline")}</h1>
        <p className="mt-6 max-w-[34rem] text-lg sm:text-xl sm:leading-normal">{t("hero.lead")}</p>
        <div className="mt-10 flex flex-wrap gap-3">
          {isSignUpOpen && (
            <a href="/signup" className="btn btn-primary btn-lg px-6 text-lg max-sm:px-4.5">
              {t("hero.start")}
            </a>
          )}
          <a href="/demo" className={`btn btn-lg px-6 text-lg max-sm:px-4.5 ${isSignUpOpen ? "btn-line" : "btn-primary"}`}>
            {t("hero.demo")}
          </a>
        </div>
        <p className="mt-4 text-quiet">{t(isSignUpOpen ? "hero.noCard" : "hero.closed")}</p>
      </div>
      <HeroChat />
    </section>
  );
}

/** Whether any part of an element is in the window. `before`: until the browser has looked. */
function useIsSeen(element: RefObject<HTMLElement | null>, before: boolean): boolean {
  const [isSeen, setSeen] = useState(before);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}

function Footer({ section }: { section: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("landing");
  return (
    <footer ref={section} className="border-t border-base-300">
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
        <Logo />
        <Branded when="renamed" otherwise={<p className="mt-2 text-sm text-quiet">{t("landing.meaning")}</p>}>
          {null}
        </Branded>
        <LegalLinks className="mt-2" />
      </div>
    </footer>
  );
}
