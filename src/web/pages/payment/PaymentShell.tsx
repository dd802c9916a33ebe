import type { ReactNode } from "react";
import { Logo } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";

interface PaymentShellProps {
  icon: ReactNode;
  title: string;
  text?: string;
  /** What was to be bought. */
  bought?: ReactNode;
  /** What the page does by itself. */
  next?: string;
  children?: ReactNode;
}

/** The layout of the payment pages: one message in the middle of an empty page. */
export function PaymentShell({ icon, title, text, bought, next, children }: PaymentShellProps) {
  return (
    <main className="mx-auto flex min-h-screen max-w-md flex-col justify-center px-6 py-16">
      <PageTitle>{title}</PageTitle>
      <Logo />
      <div role="status" className="mt-10">
        <div className="flex h-10 items-center">{icon}</div>
        <h1 className="mt-4 text-2xl">{title}</h1>
        {bought}
        {text && <p className="mt-3 text-lg text-quiet">{text}</p>}
        {next && <p className="mt-6 text-quiet">{next}</p>}
      </div>
      {children}
    </main>
  );
}
