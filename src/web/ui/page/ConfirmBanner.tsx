import { useMutation, useQuery } from "@tanstack/react-query";
import { MailQuestion, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { call } from "../../api.ts";
import { userQuery } from "../../queries.ts";
import { failureText } from "../../text/failure.ts";
import { useSession } from "../../use-session.ts";
import { BusyButton } from "../forms/Button.tsx";

/** For this tab: the line is closed, and is there again with the next one. */
const closed = new Set<string>();

/** Asks an owner to confirm the email address, and sends the link again. What is required cannot be closed. */
export function ConfirmBanner() {
  const { t } = useTranslation();
  const { user, isView } = useSession();
  // The pages ask for the user; the line waits for their answer and makes no call of its own.
  const { data } = useQuery({ ...userQuery(user?.id ?? ""), enabled: false });
  const [, setClosed] = useState(0);
  const send = useMutation({ mutationFn: () => call(ownAccountCalls.sendVerification) });
  const unconfirmed = data?.unconfirmed;
  if (!unconfirmed || isView || (closed.has(unconfirmed.email) && !unconfirmed.isRequired)) return null;
  const close = () => {
    closed.add(unconfirmed.email);
    setClosed(closed.size);
  };
  const text = send.error
    ? failureText(t("failed.mail"), send.error)
    : t(send.isSuccess ? "unconfirmed.sent" : unconfirmed.isRequired ? "unconfirmed.required" : "unconfirmed.ask", {
        email: unconfirmed.email,
      });
  return (
    <aside
      aria-label={t("unconfirmed.label")}
      className={
        unconfirmed.isRequired
          ? "border-b border-accent/70 bg-[color-mix(in_oklab,var(--color-accent)_15%,var(--color-base-100))]"
          : "bg-secondary text-secondary-content"
      }
    >
      <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-2 max-sm:items-start sm:px-6">
        <MailQuestion size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 max-sm:hidden" />
        <div className="flex min-w-0 flex-1 items-center gap-x-3 gap-y-2 max-sm:flex-col max-sm:items-start">
          <p role="status" className="min-w-0 flex-1 break-words">
            {text}
          </p>
          {!send.isSuccess && (
            <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={send.isPending} onClick={() => send.mutate()}>
              {t("unconfirmed.again")}
            </BusyButton>
          )}
        </div>
        {!unconfirmed.isRequired && (
          <button type="button" className="btn btn-ghost btn-square btn-sm text-inherit" aria-label={t("dismiss")} onClick={close}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </aside>
  );
}
