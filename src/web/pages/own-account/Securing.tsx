import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noteFactorSet } from "../../session.ts";
import { signOut } from "../../sign-out.ts";
import { Logo } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import { factorsQuery } from "./factors/factor-queries.ts";
import { isPasskeyHere, SecondFactor } from "./factors/SecondFactor.tsx";
import { ownAccountQuery } from "./own-queries.ts";

/** A second factor is required and missing: nothing else works before it is set up. */
export function Securing() {
  const { t } = useTranslation("factors");
  const { t: common } = useTranslation();
  const { data, isPending } = useQuery(ownAccountQuery());
  const factors = useQuery(factorsQuery());
  const title = t(data?.mustConfirm ? "factors.required.confirmTitle" : "factors.required.title");
  const text = data?.mustConfirm
    ? "factors.required.confirmText"
    : factors.data && isPasskeyHere(factors.data)
      ? "factors.required.textPasskey"
      : "factors.required.text";
  return (
    <div className="flex min-h-screen flex-col">
      <header className="flex min-h-16 flex-wrap items-center gap-1 px-4 py-2 sm:px-6">
        <Logo isMarkOnPhones />
        <div className="ms-auto">
          <LanguageChoice isInHeader />
        </div>
        <button type="button" className="btn btn-ghost px-3" onClick={signOut}>
          {common("signOut")}
        </button>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-10 sm:px-6">
        <PageTitle>{title}</PageTitle>
        {isPending ? (
          <Loading tall={false} />
        ) : (
          <>
            <h1 className="text-3xl">{title}</h1>
            <p className="mt-4 mb-8 text-quiet">{t(text)}</p>
          </>
        )}
        {data?.mustConfirm && <EmailAddress own={data} isMain />}
        {!isPending && !data?.mustConfirm && <SecondFactor mustConfirm={false} isAlone onSet={noteFactorSet} />}
      </main>
    </div>
  );
}
