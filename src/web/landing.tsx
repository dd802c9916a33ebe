/**
 * The landing page's own start. It does without the router: a visitor who only looks should not wait for the weight of
 * the application behind it.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { redirectFor } from "./navigation.ts";
import { Landing } from "./pages/landing/Landing.tsx";
import { createQueryClient, plansQuery } from "./queries.ts";
import { readSession, watchSession } from "./session.ts";
import { startLanguages } from "./text/i18n.ts";
import { applyTheme, readTheme } from "./theme.ts";
import { ToastProvider } from "./ui/Toast.tsx";

/** Whoever is signed in has no business here, now or after a login in another tab. */
function leaveIfSignedIn(): boolean {
  const to = redirectFor("/", readSession());
  if (to !== null) location.replace(to);
  return to !== null;
}

async function start(): Promise<void> {
  applyTheme(readTheme());
  if (leaveIfSignedIn()) return;
  watchSession(leaveIfSignedIn);
  const queryClient = createQueryClient();
  void queryClient.prefetchQuery(plansQuery());
  await startLanguages();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Landing />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
