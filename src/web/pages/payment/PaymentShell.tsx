import type { ReactNode } from "react";
import { Logo } from "../../ui/page/Logo.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";

/** The layout of the payment pages: one message in the middle of an empty page. */
export function PaymentShell({ icon, title, text, children }: { icon: ReactNode; title: string; text?: string; children?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-screen max-w-md flex-col justify-center px-6 py-16">
      <PageTitle>{title}</PageTitle>
      <Logo />
      <div role="status" className="mt-10">
        <div className="flex h-10 items-center">{icon}</div>
        <h1 className="mt-4 text-2xl">{title}</h1>
        {text && <p className="mt-3 text-lg text-quiet">{text}</p>}
      </div>
      {children}
    </main>
  );
}
