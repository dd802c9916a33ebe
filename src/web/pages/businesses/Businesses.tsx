import { ArrowLeft, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { BUSINESS_SEARCH_MAX, BUSINESS_SORTS, type BusinessPage, type BusinessRow } from "../../../contract/business.ts";
import { formatNumber } from "../../text/format.ts";
import { SearchField } from "../../ui/forms/SearchField.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { BusinessItem } from "./BusinessItem.tsx";
import { HandOver } from "./HandOver.tsx";
import { MakeBusiness } from "./MakeBusiness.tsx";
import { useBusinesses } from "./use-businesses.ts";

/** A longer list can be searched and sorted. */
const SHORT_LIST = 8;

/** All businesses of the person: what each uses, and where something needs a look. */
export function Businesses() {
  const { t } = useTranslation("businesses");
  const list = useBusinesses();
  const [isMaking, setMaking] = useState(false);
  const { data, error, isPending, refetch } = list.query;
  return (
    <>
      <PageTitle>{t("businesses.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        <Link to="/dashboard" className="btn btn-ghost btn-sm -ms-3 px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t("editor.back")}
        </Link>
        <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div>
            <h1 className="text-2xl">{t("businesses.title")}</h1>
            <p className="mt-1 text-quiet">{t("businesses.lead")}</p>
          </div>
          {data?.mayMake && (
            <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setMaking(true)}>
              <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
              {t("businesses.make")}
            </button>
          )}
        </div>
        {isPending && <Loading tall={false} />}
        {error && !data && (
          <NotLoaded className="mt-6 max-w-2xl" what={t("businesses.failed")} error={error} onRetry={() => void refetch()} />
        )}
        {data && data.all > SHORT_LIST && <Filters list={list} data={data} />}
        {data && <Rows data={data} isStale={list.query.isPlaceholderData} />}
        {data && data.totalPages > 1 && <Pager page={list.view.page} totalPages={data.totalPages} onPage={list.turnTo} />}
        {isMaking && <MakeBusiness onClose={() => setMaking(false)} />}
      </main>
    </>
  );
}

function Filters({ list: { view, narrow }, data }: { list: ReturnType<typeof useBusinesses>; data: BusinessPage }) {
  const { t } = useTranslation("businesses");
  const found = { count: data.total, number: formatNumber(data.total) };
  return (
    <div className="mt-8">
      <div className="flex flex-wrap gap-3">
        <div className="min-w-56 flex-1 sm:max-w-[22.5rem]">
          <SearchField
            label={t("businesses.search")}
            value={view.search}
            maxLength={BUSINESS_SEARCH_MAX}
            onSearch={(search) => narrow({ search })}
          />
        </div>
        <select
          aria-label={t("businesses.sort")}
          className="select w-auto max-sm:w-full"
          value={view.sort}
          onChange={(event) => narrow({ sort: BUSINESS_SORTS.find((sort) => sort === event.target.value) })}
        >
          {BUSINESS_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`businesses.sort.${sort}`)}
            </option>
          ))}
        </select>
      </div>
      <p role="status" className="mt-2 text-sm text-quiet empty:hidden">
        {view.search !== "" && (data.total === 0 ? t("businesses.noneFound") : t("businesses.found", found))}
      </p>
      {data.total === 0 && (
        <button type="button" className="btn btn-line btn-sm mt-3 max-sm:min-h-11" onClick={() => narrow({ search: "" })}>
          {t("businesses.showAll")}
        </button>
      )}
    </div>
  );
}

function Rows({ data, isStale }: { data: BusinessPage; isStale: boolean }) {
  const { t } = useTranslation("businesses");
  const [handed, setHanded] = useState<BusinessRow | null>(null);
  if (data.all === 0) return <p className="mt-8">{t("businesses.none")}</p>;
  if (data.businesses.length === 0) return null;
  return (
    <>
      <ul
        aria-label={t("businesses.title")}
        aria-busy={isStale}
        className={`mt-6 divide-y divide-base-300 border-y border-base-300 transition-opacity duration-150 ${isStale ? "opacity-60" : ""}`}
      >
        {data.businesses.map((business) => (
          <BusinessItem key={business.id} business={business} onHandOver={() => setHanded(business)} />
        ))}
      </ul>
      {handed && <HandOver business={handed} onClose={() => setHanded(null)} />}
    </>
  );
}
