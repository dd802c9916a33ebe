import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { helpQuery } from "../../queries.ts";
import { Contact } from "../../ui/Contact.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { useSession } from "../../use-session.ts";
import { EntranceShell } from "./EntranceShell.tsx";

interface EntrancePageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page of the recovery: a heading, a sentence, and what there is to do. */
export function EntrancePage({ title, lead, children }: EntrancePageProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  // A link of a mail may be opened while one is signed in.
  const other = user ? { to: "/dashboard", label: t("nav.dashboard") } : { to: "/login", label: t("signup.login") };
  return (
    <EntranceShell other={other}>
      <PageTitle>{title}</PageTitle>
      <h1 className="text-3xl">{title}</h1>
      {lead && <p className="mt-3">{lead}</p>}
      {children}
    </EntranceShell>
  );
}

/** The one button that leads on. `isQuiet`: it leads elsewhere, because no page does what the text says. */
export function Onward({ to, isQuiet = false, children }: { to: string; isQuiet?: boolean; children: string }) {
  return (
    <div className="mt-6">
      <Link to={to} className={`btn ${isQuiet ? "btn-line" : "btn-primary"}`}>
        {children}
      </Link>
    </div>
  );
}

/** How to reach the operator, where the settings say it. */
export function Help({ className = "mt-8" }: { className?: string }) {
  const { t } = useTranslation("recovery");
  const { data } = useQuery(helpQuery());
  const contact = data?.operatorContact ?? "";
  const name = data?.operatorName ?? "";
  if (contact === "") return null;
  return (
    <p className={`text-sm wrap-anywhere text-quiet ${className}`}>
      {name === "" ? t("help.contact") : t("help.both", { name })}
      <br />
      <Contact>{contact}</Contact>
    </p>
  );
}
