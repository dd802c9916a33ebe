import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { api } from "../../api.ts";
import { userQuery } from "../../queries.ts";
import { useSession } from "../../session.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { PaymentShell } from "./PaymentShell.tsx";

const REDIRECT_MS = 3_000;

/** What the provider put into the return address (spec.md §7 "POST /api/payments/verify"). */
export function readReturn(search: URLSearchParams) {
  return {
    id: search.get("billplz[id]") ?? "",
    paid: search.get("billplz[paid]") === "true",
    paid_at: search.get("billplz[paid_at]") ?? "",
    x_signature: search.get("billplz[x_signature]") ?? "",
  };
}

/** Asks the server what came of the payment. Anything but its yes is a failure. */
export function PaymentRedirect() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const payment = readReturn(search);
  const { data: isPaid } = useQuery({
    queryKey: ["verify", payment.id, payment.x_signature],
    queryFn: async () => {
      if (payment.id === "") return false;
      return await api.verifyPayment(payment).then(
        (answer) => answer.success === true,
        (error: unknown) => {
          console.debug("payment: not verified", error);
          return false;
        },
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isPaid === undefined) return <PaymentShell icon={<Spinner />} title={t("payment.processing")} />;
  return isPaid ? <Paid /> : <Failed />;
}

function useRedirect(to: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, to]);
}

function Paid() {
  const { t } = useTranslation();
  const { user } = useSession();
  const queryClient = useQueryClient();
  useRedirect("/dashboard");
  useEffect(() => {
    if (user) void queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey });
  }, [queryClient, user]);
  return (
    <PaymentShell
      icon={<CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="text-primary" />}
      title={t("payment.success")}
      text={t("payment.toDashboard")}
    >
      <Link to="/dashboard" replace className="link-plain mt-6 self-start">
        {t("payment.goNow")}
      </Link>
    </PaymentShell>
  );
}

function Failed() {
  const { t } = useTranslation();
  useRedirect("/plans");
  return (
    <PaymentShell
      icon={<CircleX size={40} strokeWidth={1.5} aria-hidden="true" className="text-error" />}
      title={t("payment.failed")}
      text={t("payment.toPlans")}
    >
      <Link to="/plans" replace className="link-plain mt-6 self-start">
        {t("payment.goNow")}
      </Link>
    </PaymentShell>
  );
}
