import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LICENCES_PATH, type Library, type Licences } from "../../../contract/licence.ts";
import { ApiError } from "../../api.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { LanguageChoice } from "../../ui/page/Preferences.tsx";
import { Loading } from "../../ui/Spinner.tsx";

const TIMEOUT_MS = 20_000;

async function fetchLicences(signal: AbortSignal): Promise<Licences> {
  const response = await fetch(LICENCES_PATH, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }).catch(() => {
    throw new ApiError("network");
  });
  if (!response.ok) throw new ApiError("server", response.status);
  return (await response.json()) as Licences;
}

/** The software and the libraries inside, with their licences: the only page that names it under every brand. */
export function Licence() {
  const { t } = useTranslation("licence");
  const query = useQuery({ queryKey: ["licences"], queryFn: ({ signal }) => fetchLicences(signal), staleTime: Number.POSITIVE_INFINITY });
  return (
    <main className="mx-auto max-w-2xl px-6 py-10">
      <PageTitle>{t("licence.title")}</PageTitle>
      <div className="mb-10 flex justify-end">
        <LanguageChoice isInHeader />
      </div>
      <h1 className="text-2xl">{t("licence.title")}</h1>
      <p className="mt-2 text-lg text-quiet">{t("licence.lead")}</p>
      {query.isPending && <Loading tall={false} />}
      {query.error && !query.data && (
        <NotLoaded className="mt-6" what={t("licence.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Libraries licences={query.data} />}
    </main>
  );
}

function Libraries({ licences: { libraries, texts } }: { licences: Licences }) {
  const { t } = useTranslation("licence");
  return (
    <section aria-labelledby="libraries" className="mt-8">
      <h2 id="libraries" className="text-lg">
        {t("licence.count", { count: libraries.length })}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {libraries.map((library) => (
          <li key={`${library.name}@${library.version}`} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold break-words">
                {library.name} <span className="font-normal text-quiet tabular-nums">{library.version}</span>
              </span>
              <span className="text-quiet">{library.licence}</span>
            </p>
            <Text library={library} text={library.text === null ? null : (texts[library.text] ?? null)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Text({ library: { name, home }, text }: { library: Library; text: string | null }) {
  const { t } = useTranslation("licence");
  if (text === null && home === undefined) return null;
  if (text === null)
    return (
      <a href={home} target="_blank" rel="noopener" className="mt-1 inline-block text-sm text-quiet underline underline-offset-3">
        {t("licence.elsewhere")}
      </a>
    );
  return (
    <Disclosure className="mt-1 text-sm" titleClass="text-quiet" title={t("licence.text")} label={t("licence.textOf", { name })}>
      <pre className="mt-2 overflow-x-auto rounded-control border border-base-300 bg-raised p-3 font-mono whitespace-pre-wrap">{text}</pre>
    </Disclosure>
  );
}
