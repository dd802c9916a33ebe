import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { helpQuery } from "../../queries.ts";
import { Breakable } from "../../ui/Breakable.tsx";
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
      {lead && <p className="mt-2 text-quiet">{lead}</p>}
      {children}
    </EntranceShell>
  );
}

/** The one button that leads on. */
export function Onward({ to, children }: { to: string; children: string }) {
  return (
    <div className="mt-6">
      <Link to={to} className="btn btn-primary">
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

/** How the operator can be reached, as the settings say it: an email address and an address of the web are links. */
export function Contact({ children: contact }: { children: string }) {
  const isEmail = /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(contact);
  if (!isEmail && !/^https:\/\/\S{1,200}$/.test(contact)) return <Breakable>{contact}</Breakable>;
  return (
    <a href={isEmail ? `mailto:${contact}` : contact} rel="noreferrer" className="link-plain">
      <Breakable>{contact}</Breakable>
    </a>
  );
}
