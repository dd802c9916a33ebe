import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Billing } from "../../../contract/payment.ts";
import { billingQuery } from "../../billing-queries.ts";
import { helpQuery, plansQuery } from "../../queries.ts";
import { isAdmin } from "../../session.ts";
import { formatDate, planNameOf } from "../../text/format.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Contact } from "../../ui/Contact.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { BONE, Bones } from "../../ui/page/ContentBones.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useSession } from "../../use-session.ts";
import { FailedPayment } from "./FailedPayment.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { offeredPlans } from "./price.ts";
import { useSubscribe } from "./use-subscribe.ts";

/** "Choose Your Plan". */
export function Plans() {
  const { t } = useTranslation("plans");
  const { subscribe, busyPlan, alert } = useSubscribe();
  return (
    <div className="min-h-screen bg-linear-to-b from-base-100 via-secondary/60 to-base-100">
      <PageTitle>{t("plans.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-16 pb-24 sm:px-6">
        <h1 className="text-3xl">{t("plans.title")}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-quiet">{t("plans.earlyBird")}</p>
        <CurrentPlan />
        <FailedPayment />
        <Offer busyPlan={busyPlan} refusal={alert} onSubscribe={subscribe} />
      </main>
    </div>
  );
}

/** The user's plan, which may not be one of the cards: the Free Plan is not bought. Its line is there before it is known. */
function CurrentPlan() {
  const { t } = useTranslation("plans");
  const { user } = useSession();
  const { data } = useQuery({ ...billingQuery(), enabled: user !== null });
  return <p className="mt-2 min-h-6 font-semibold">{data && t("plans.current", { plan: planNameOf(data.planName) })}</p>;
}

/** An alert that scrolls into view, because the pressed button may be far below it. */
function SubscribeAlert({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which the effect must not return as its cleanup.
    void ref.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={ref} className="mt-6 scroll-mt-6">
      <Alert>{children}</Alert>
    </div>
  );
}

const NOTE_ID = "no-payment";

interface OfferProps {
  busyPlan: number | null;
  /** Why a plan could not be bought; empty if it was not tried. */
  refusal: string;
  onSubscribe: Parameters<typeof PlanCard>[0]["onSubscribe"];
}

function Offer({ busyPlan, refusal, onSubscribe }: OfferProps) {
  const { t } = useTranslation("plans");
  const query = useQuery(plansQuery());
  const { user } = useSession();
  // If this query fails, the plans are shown without a quote.
  const { data: billing, isLoading: isQuoting } = useQuery({ ...billingQuery(), enabled: user !== null });
  // Quotes and notes that appeared later would move the plans.
  if (query.isPending || isQuoting) return <CardBones />;
  if (query.error) {
    return (
      <>
        <NotLoaded className="mt-10" what={t("plans.notLoaded")} error={query.error} onRetry={() => void query.refetch()} />
        <WayBack />
      </>
    );
  }
  const plans = offeredPlans(query.data);
  if (plans.length === 0) {
    return (
      <>
        <p className="mt-10 border-y border-base-300 py-10 text-lg">{t("plans.none")}</p>
        <WayBack />
      </>
    );
  }
  const offNoteId = billing && billing.canPay !== "yes" ? NOTE_ID : undefined;
  const isUnsold = billing !== undefined && !plans.some(({ id }) => id === billing.planId);
  return (
    <>
      {billing && offNoteId && <NoPaymentNote id={offNoteId} billing={billing} refusal={refusal} />}
      {!offNoteId && refusal !== "" && <SubscribeAlert>{refusal}</SubscribeAlert>}
      {isUnsold && billing.validUntil !== null && <UnsoldNote plan={billing.planName} until={billing.validUntil} />}
      <ul
        className={`mt-10 grid gap-6 sm:grid-cols-2 ${plans.length === 4 ? "xl:grid-cols-4" : "lg:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]"}`}
      >
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isBusy={busyPlan === plan.id}
            isDisabled={busyPlan !== null}
            offNoteId={offNoteId}
            onSubscribe={onSubscribe}
            quote={billing?.quotes.find((quote) => quote.planId === plan.id)}
          />
        ))}
      </ul>
      <WayBack />
    </>
  );
}

const CARDS = ["w-24", "w-32", "w-20", "w-28"];
const FEATURES = ["w-2/3", "w-5/6", "w-3/5", "w-4/5", "w-3/4"];

/** In the place of the cards, as high as they usually are. */
function CardBones() {
  return (
    <Bones className="mt-10">
      <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
        {CARDS.map((name) => (
          <div key={name} className="flex flex-col rounded-surface border border-base-300 bg-raised p-6 sm:min-h-[37.5rem]">
            <span className={`${BONE} h-5 ${name}`} />
            <span className={`${BONE} mt-7 h-8 w-40 max-w-full`} />
            <div className="mt-8 space-y-4">
              {FEATURES.map((width) => (
                <span key={width} className={`${BONE} h-3 opacity-60 ${width}`} />
              ))}
            </div>
            <span className="mt-auto block h-10 rounded-control bg-base-200" />
          </div>
        ))}
      </div>
    </Bones>
  );
}

/** It comes with what is above it, because it would be moved. */
function WayBack() {
  const { t } = useTranslation("plans");
  return (
    <Link to="/dashboard" className="btn btn-line mt-10">
      <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      {t("plans.back")}
    </Link>
  );
}

interface NoPaymentNoteProps {
  id: string;
  billing: Billing;
  refusal: string;
}

/**
 * Says before a button is pressed that online payment is not available, and whom to ask; to the administrator, what is missing. After
 * a refusal it is the alert, and begins with the text of the refusal.
 */
function NoPaymentNote({ id, billing: { canPay, operatorName }, refusal }: NoPaymentNoteProps) {
  const { t } = useTranslation("plans");
  const session = useSession();
  const next = isAdmin(session) ? (
    <p>{t(canPay === "no_address" ? "plans.noAddress" : "plans.noKeys")}</p>
  ) : (
    <WhomToAsk name={operatorName} />
  );
  if (refusal !== "") {
    return (
      <SubscribeAlert>
        <div id={id}>
          <p className="font-medium">{refusal}</p>
          {next}
        </div>
      </SubscribeAlert>
    );
  }
  return (
    <Alert tone="warning" className="mt-6">
      <div id={id}>
        {!isAdmin(session) && <p>{t("plans.notYet")}</p>}
        {next}
      </div>
    </Alert>
  );
}

/** Names the operator, and how to reach them, where the settings say it. */
function WhomToAsk({ name }: { name: string }) {
  const { t } = useTranslation("plans");
  const contact = useQuery(helpQuery()).data?.operatorContact ?? "";
  return (
    <p className="wrap-anywhere">
      {name === "" ? t("plans.ask") : t("plans.askName", { operator: name })}
      {contact !== "" && (
        <>
          {" "}
          <Contact>{contact}</Contact>
        </>
      )}
    </p>
  );
}

/** Says that the user's plan can no longer be bought. */
function UnsoldNote({ plan, until }: { plan: string; until: string }) {
  const { t } = useTranslation("billing");
  return (
    <Alert tone="warning" className="mt-6">
      {t("quote.unsold", { plan, date: formatDate(until) })}
    </Alert>
  );
}
