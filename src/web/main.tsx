import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { forgetEarly } from "./early-calls.ts";
import { createQueryClient } from "./queries.ts";
import { createRouter } from "./routes.tsx";
import { readSession, watchSession } from "./session.ts";
import { followLanguage, startLanguage } from "./text/i18n.ts";
import { applyTheme, followTheme, readTheme } from "./theme.ts";

/** Not by `await` in the module itself: the pages' scripts import from this one, and would wait for it while it waits for them. */
async function start(): Promise<void> {
  applyTheme(readTheme());
  followTheme();
  followLanguage();
  reloadRestored();
  const queryClient = createQueryClient();
  forgetWithSession(queryClient);
  // This must run before the router is created, because the router starts to load the first page and its texts.
  const texts = startLanguage();
  const router = createRouter(queryClient);
  // The bones of the document stay until the first page is there.
  await Promise.all([texts, untilFirstPage(router)]);
  // The first page's calls were made when the router began to load it.
  forgetEarly();
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  root.replaceChildren();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** A page that the Back button restores may show a business, or a person, that this tab has left. */
function reloadRestored(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Data that was loaded for one user must not be shown to the next one in the same tab. */
function forgetWithSession(queryClient: QueryClient): void {
  let shownTo = readSession().user?.id ?? null;
  watchSession(() => {
    const now = readSession().user?.id ?? null;
    if (now !== shownTo) queryClient.clear();
    shownTo = now;
  });
}

function untilFirstPage(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

void start();
