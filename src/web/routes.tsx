/** The table of pages (product 10.1). Each page is a separate chunk; its data is requested while the chunk is loading. */
import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  createBrowserRouter,
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  redirectDocument,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router-dom";
import { type Access, accessOfUnknown, homeOf, pageAfterLogin, readReturnTo, redirectFor, SECURING } from "./navigation.ts";
import { readView } from "./pages/conversations/view.ts";
import { agentQuery, conversationQuery, conversationsQuery, createQueryClient, plansQuery, userQuery } from "./queries.ts";
import { isNewAccount, lastSessionEnd, readSession } from "./session.ts";
import { withTexts } from "./text/i18n.ts";
import type { Section } from "./text/sections.ts";
import { ErrorPage } from "./ui/page/ErrorPage.tsx";
import { ViewBar } from "./ui/page/ViewBar.tsx";
import { ToastProvider } from "./ui/Toast.tsx";
import { useSession } from "./use-session.ts";

/** Makes a route's `handle`. */
const access = (who: Access) => ({ access: who });

/** Who may see the page that the router chose. The innermost matched route decides. */
export function accessOf(matches: readonly { handle?: unknown }[], pathname: string): Access {
  const { handle } = matches.at(-1) ?? {};
  const isStated = typeof handle === "object" && handle !== null && "access" in handle;
  return isStated ? (handle.access as Access) : accessOfUnknown(pathname);
}

/** Applies the navigation rules to every page, and again whenever the session changes. */
function Guard() {
  const session = useSession();
  const location = useLocation();
  const lastUserId = useRef<string | null>(null);
  useEffect(() => {
    if (session.user) lastUserId.current = session.user.id;
  }, [session.user]);
  const to = redirectFor(accessOf(useMatches(), location.pathname), session);
  const from = location.pathname + location.search;
  // The same object while it says the same: a new one would start the navigation again each time the page is drawn meanwhile.
  const asked = useMemo(() => ({ from, userId: session.user?.id ?? lastUserId.current }), [from, session.user]);
  if (to === null) return <Outlet />;
  if (to === SECURING) return <Navigate to={to} replace state={asked} />;
  if (session.user) {
    const next = isNewAccount() ? "/start" : pageAfterLogin(readReturnTo(location.state), session.user.id, homeOf(session));
    return <Navigate to={next} replace />;
  }
  return <Navigate to="/login" replace state={lastSessionEnd() === "person" ? null : asked} />;
}

/**
 * After a navigation, the pressed link and with it the focus are gone, and a screen reader would silently start at the
 * top of the document. The new page's content therefore takes the focus, unless one of its fields has it.
 */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const main = document.querySelector("main");
    if (!main || (document.activeElement !== document.body && document.activeElement !== null)) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname]);
}

/** The old page stays until the new one has loaded. On a slow connection this bar shows that it is loading. */
function LoadingBar() {
  const { t } = useTranslation();
  if (useNavigation().state !== "loading") return null;
  return (
    <div role="progressbar" aria-label={t("loading")} className="fixed inset-x-0 top-0 z-50 h-0.5 animate-appear overflow-hidden">
      <div className="h-full w-1/3 animate-slide rounded-full bg-primary" />
    </div>
  );
}

function Root() {
  useFocusOnNavigation();
  return (
    <ToastProvider>
      <LoadingBar />
      <Guard />
      <ViewBar />
      <ScrollRestoration />
    </ToastProvider>
  );
}

/** Starts the queries of pages. The page itself waits for the answer and shows its errors. */
function preload(queryClient: QueryClient) {
  return {
    user: () => {
      const { user } = readSession();
      if (user && user.memberRole !== null) void queryClient.prefetchQuery(userQuery(user.id));
      return null;
    },
    editor: ({ request }: { request: Request }) => {
      const { user } = readSession();
      const chatId = new URL(request.url).searchParams.get("chatId");
      if (!user) return null;
      void queryClient.prefetchQuery(userQuery(user.id));
      if (chatId) void queryClient.prefetchQuery(agentQuery(chatId));
      return null;
    },
    conversations: ({ params, request }: { params: { chatId?: string }; request: Request }) => {
      const { user } = readSession();
      if (!user) return null;
      const view = readView(new URL(request.url).searchParams);
      void queryClient.prefetchQuery(userQuery(user.id));
      void queryClient.prefetchQuery(conversationsQuery(params.chatId ?? "", view));
      if (view.openId !== null) void queryClient.prefetchInfiniteQuery(conversationQuery(view.openId));
      return null;
    },
    plans: () => {
      void queryClient.prefetchQuery(plansQuery());
      if (readSession().user) void import("./billing-queries.ts").then(({ billingQuery }) => queryClient.prefetchQuery(billingQuery()));
      return null;
    },
  };
}

/** A lazy-loaded page and the sections of its texts. */
const page = (code: () => Promise<ComponentType>, ...sections: Section[]) =>
  Object.assign(async () => ({ Component: await withTexts(code, ...sections) }), { sections });

/** The sections of the texts of the page at a path. The build lists their files in the page's document. */
export function sectionsOf(path: string): Section[] {
  const routes = createRoutes(createQueryClient());
  return (matchRoutes(routes, path) ?? []).flatMap(({ route: { lazy } }) =>
    lazy && "sections" in lazy ? (lazy.sections as Section[]) : [],
  );
}

/** All pages, each with its access. */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const load = preload(queryClient);
  const dashboard = page(async () => (await import("./pages/dashboard/Dashboard.tsx")).Dashboard, "dashboard", "billing");
  return [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      children: [
        // The landing page is a separate document (landing.tsx).
        { path: "/", handle: access("entrance"), loader: () => redirectDocument("/") },
        {
          path: "/signup",
          handle: access("entrance"),
          lazy: page(async () => (await import("./pages/account/Signup.tsx")).Signup, "entrance"),
        },
        {
          path: "/login",
          handle: access("entrance"),
          lazy: page(async () => (await import("./pages/account/Login.tsx")).Login, "entrance", "factors", "recovery"),
        },
        {
          path: "/forgot",
          handle: access("entrance"),
          lazy: page(async () => (await import("./pages/account/Forgot.tsx")).Forgot, "recovery"),
        },
        // Also for someone who is signed in: a link may be opened in any browser.
        {
          path: "/reset",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/account/Reset.tsx")).Reset, "recovery"),
        },
        {
          path: "/confirm",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/account/ConfirmEmail.tsx")).ConfirmEmail, "recovery"),
        },
        {
          path: "/join",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/account/Join.tsx")).Join, "members", "entrance", "recovery"),
        },
        {
          path: "/start",
          handle: access("signed-in"),
          loader: load.user,
          shouldRevalidate: () => false,
          lazy: page(async () => (await import("./pages/start/Start.tsx")).Start, "start", "editor", "dashboard", "reading"),
        },
        {
          // Both addresses share one element, so that the dashboard behind the dialog stays mounted.
          loader: load.user,
          shouldRevalidate: () => false,
          lazy: dashboard,
          children: [
            { path: "/dashboard", handle: access("signed-in"), element: null },
            {
              path: "/embed-code/:chatId",
              handle: access("open"),
              lazy: page(async () => (await import("./pages/dashboard/EmbedCode.tsx")).EmbedCode, "dashboard"),
            },
          ],
        },
        {
          path: "/editor",
          handle: access("signed-in"),
          loader: load.editor,
          lazy: page(async () => (await import("./pages/editor/Editor.tsx")).Editor, "editor", "dashboard"),
        },
        {
          path: "/conversations/:chatId",
          handle: access("signed-in"),
          loader: load.conversations,
          // The page itself handles later changes of its address.
          shouldRevalidate: () => false,
          lazy: page(async () => (await import("./pages/conversations/Conversations.tsx")).Conversations, "conversations", "golden"),
        },
        {
          path: "/account",
          handle: access("person"),
          loader: load.user,
          shouldRevalidate: () => false,
          lazy: page(async () => (await import("./pages/own-account/OwnAccount.tsx")).OwnAccount, "ownAccount", "factors", "members"),
        },
        {
          path: "/businesses",
          handle: access("person"),
          lazy: page(async () => (await import("./pages/businesses/Businesses.tsx")).Businesses, "businesses", "members"),
        },
        {
          path: SECURING,
          handle: access("securing"),
          lazy: page(async () => (await import("./pages/own-account/Securing.tsx")).Securing, "factors", "ownAccount"),
        },
        {
          path: "/plans",
          handle: access("owner"),
          loader: load.plans,
          lazy: page(async () => (await import("./pages/plans/Plans.tsx")).Plans, "plans", "billing"),
        },
        {
          path: "/billing",
          handle: access("owner"),
          lazy: page(async () => (await import("./pages/billing/Billing.tsx")).Billing, "billing"),
        },
        {
          path: "/receipt/:paymentId",
          handle: access("owner"),
          lazy: page(async () => (await import("./pages/receipt/Receipt.tsx")).Receipt, "billing"),
        },
        {
          path: "/demo",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/demo/Demo.tsx")).Demo, "demo"),
        },
        {
          path: "/privacy/:chatId",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/privacy/Privacy.tsx")).Privacy, "privacy"),
        },
        {
          path: "/licence",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/licence/Licence.tsx")).Licence, "licence"),
        },
        {
          path: "/payment/redirect",
          handle: access("owner"),
          lazy: page(async () => (await import("./pages/payment/PaymentRedirect.tsx")).PaymentRedirect, "plans", "billing"),
        },
        {
          path: "/payment/callback",
          handle: access("open"),
          lazy: page(async () => (await import("./pages/payment/PaymentCallback.tsx")).PaymentCallback, "plans"),
        },
        {
          path: "/awc",
          handle: access("admin"),
          lazy: page(async () => (await import("./pages/admin/Admin.tsx")).Admin, "admin"),
        },
        {
          path: "*",
          lazy: page(async () => (await import("./pages/NotFound.tsx")).NotFound),
        },
      ],
    },
  ];
}

/** Creates the application's router, which immediately starts to load the first page. */
export function createRouter(queryClient: QueryClient) {
  const routes = createRoutes(queryClient);
  prefetchOnIntent(routes);
  return createBrowserRouter(routes);
}

/** Fetches the code and the texts of a page as soon as someone points at a link to it or reaches it with the keys. */
function prefetchOnIntent(routes: RouteObject[]): void {
  const begin = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A failure is shown when the link is followed.
      if (typeof route.lazy === "function") route.lazy().catch((error: unknown) => console.debug("prefetch", error));
    }
  };
  document.addEventListener("pointerover", begin, { passive: true });
  document.addEventListener("focusin", begin);
}
