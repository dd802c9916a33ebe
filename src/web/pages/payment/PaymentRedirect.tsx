import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import type { BodyOf } from "../../../contract/calls/call.ts";
import { paymentCalls } from "../../../contract/calls/payments.ts";
import { call } from "../../api.ts";
import { billingQuery } from "../../billing-queries.ts";
import { userQuery } from "../../queries.ts";
import { formatDate, formatPaid, planNameOf } from "../../text/format.ts";
import { useSession } from "../../use-session.ts";
import { FAILED_PAYMENT } from "../plans/FailedPayment.tsx";
import { Processing } from "./PaymentCallback.tsx";
import { PaymentShell } from "./PaymentShell.tsx";

const REDIRECT_MS = 3_000;

const PREFIX = /^billplz\[(\w+)\]$/;
/** How soon to verify again when the return address says paid but the server could not ask the provider yet. Milliseconds. */
const ASK_AGAIN_MS = 3_000;
const MAX_ASKED = 15;

/** The provider's parameters in the return address. */
type BillplzReturn = BodyOf<typeof paymentCalls.verifyPayment>["billplz"];

/**
 * All parameters of the provider in the return address, since each of them is part of the signature (product 8.4). Null
 * when there is no bill, or when a name occurs twice, because it would not be clear which value was signed.
 */
export function readReturn(search: URLSearchParams): BillplzReturn | null {
  const fields: Record<string, string> = {};
  for (const [name, value] of search) {
    const field = PREFIX.exec(name)?.[1];
    if (field === undefined) continue;
    if (field in fields) return null;
    fields[field] = value;
  }
  const { id = "", paid, paid_at = "", x_signature = "", ...rest } = fields;
  return id === "" ? null : { id, paid: paid === "true", paid_at, x_signature, ...rest };
}

/** Asks the server for the result of the payment. Every answer other than success counts as a failure. */
export function PaymentRedirect() {
  const [search] = useSearchParams();
  const payment = readReturn(search);
  const { data: isPaid } = useQuery({
    queryKey: ["verify", payment?.id, payment?.x_signature],
    queryFn: async ({ signal }) => {
      if (payment === null) return false;
      return await verify(payment, signal).catch((error: unknown) => {
        console.debug("payment: not verified", error);
        return false;
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPaid === undefined) return <Processing />;
  return isPaid ? <Paid billId={payment?.id} /> : <Failed billId={payment?.id} />;
}

async function verify(payment: BillplzReturn, signal: AbortSignal): Promise<boolean> {
  for (let asked = 1; ; asked++) {
    const answer = await call(paymentCalls.verifyPayment, { body: { billplz: payment } });
    if (answer.success === true) return true;
    if (answer.pending !== true || asked >= MAX_ASKED || signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

function useRedirect(to: string, state?: object) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, to, state]);
}

/** What the payment was for; `isPaid`: with the day until which it is paid, and its receipt. On lines that have their room before they are known. */
function Bought({ billId, isPaid }: { billId?: string; isPaid: boolean }) {
  const { t } = useTranslation("billing");
  const { user } = useSession();
  const { data } = useQuery({ ...billingQuery(1, 1), enabled: user !== null && billId !== undefined });
  const payment = data?.payments.find(({ paymentId }) => paymentId === billId);
  return (
    <div className={`mt-3 ${isPaid ? "min-h-14" : "min-h-7"}`}>
      <p className="text-lg font-semibold break-words tabular-nums">
        {payment && `${planNameOf(payment.planName)} · ${formatPaid(payment.amount)}`}
      </p>
      {isPaid && payment && (
        <p className="flex flex-wrap gap-x-4 text-quiet">
          {data?.validUntil && <span>{t("billing.until", { date: formatDate(data.validUntil) })}</span>}
          {payment.receiptNumber !== null && (
            <Link to={`/receipt/${payment.id}`} className="link-plain">
              {t("billing.receiptOf", { number: payment.receiptNumber })}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

function Paid({ billId }: { billId?: string }) {
  const { t } = useTranslation("plans");
  const { user } = useSession();
  const queryClient = useQueryClient();
  useRedirect("/dashboard");
  useEffect(() => {
    if (user) void queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey });
    void queryClient.invalidateQueries({ queryKey: ["billing"] });
  }, [queryClient, user]);
  return (
    <PaymentShell
      icon={<CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="text-primary" />}
      title={t("payment.success")}
      text={t("payment.paidText")}
      bought={<Bought billId={billId} isPaid />}
      next={t("payment.toDashboard")}
    >
      <Link to="/dashboard" replace className="btn btn-primary mt-4 self-start">
        {t("payment.goDashboard")}
      </Link>
    </PaymentShell>
  );
}

function Failed({ billId }: { billId?: string }) {
  const { t } = useTranslation("plans");
  useRedirect("/plans", FAILED_PAYMENT);
  return (
    <PaymentShell
      icon={<CircleX size={40} strokeWidth={1.5} aria-hidden="true" className="text-error" />}
      title={t("payment.failed")}
      text={t("payment.failedText")}
      bought={<Bought billId={billId} isPaid={false} />}
      next={t("payment.toPlans")}
    >
      <Link to="/plans" replace state={FAILED_PAYMENT} className="btn btn-primary mt-4 self-start">
        {t("payment.again")}
      </Link>
    </PaymentShell>
  );
}
