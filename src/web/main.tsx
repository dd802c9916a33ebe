import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { createQueryClient } from "./queries.ts";
import { createRouter } from "./routes.tsx";
import { readSession, watchSession } from "./session.ts";
import { followLanguage, startLanguage } from "./text/i18n.ts";
import { applyTheme, followTheme, readTheme } from "./theme.ts";

applyTheme(readTheme());
followTheme();
followLanguage();

const queryClient = createQueryClient();

// Data that was loaded for one user must not be shown to the next one in the same tab.
let shownTo = readSession().user?.id ?? null;
watchSession(() => {
  const now = readSession().user?.id ?? null;
  if (now !== shownTo) queryClient.clear();
  shownTo = now;
});

// This must run before the router is created, because the router starts to load the first page and its texts.
const texts = startLanguage();
const router = createRouter(queryClient);
await texts;
// The bones of the document stay until the first page is there.
await untilFirstPage();

function untilFirstPage(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
