/**
 * What is seen of a page before its code has arrived: its header, its headings and labels, and bones where the content will be.
 * The build writes it into the documents in each language (scripts/prerender.tsx); the document's first script (early.ts)
 * chooses the language and adds the name.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BONE, ContentBones, DashboardBones, FieldBones, HEADING } from "./ContentBones.tsx";
import { EditorShell } from "./EditorShell.tsx";
import { Logo } from "./Logo.tsx";
import { NAV_LINK } from "./nav-link.ts";

export type ShellName = "app" | "dashboard" | "editor" | "signup" | "signup-closed" | "login";

export function Shell({ name }: { name: ShellName }) {
  return (
    <div aria-hidden="true" data-shell={name}>
      {name === "editor" ? (
        <EditorShell />
      ) : name === "app" || name === "dashboard" ? (
        <AppShell name={name} />
      ) : (
        <EntranceShell name={name} />
      )}
    </div>
  );
}

/** The header of signed-in pages, as `AppHeader` draws it. Only what every person who opens the page will see has a text. */
function AppShell({ name }: { name: "app" | "dashboard" }) {
  const { t } = useTranslation();
  const { t: tDashboard } = useTranslation("dashboard");
  const hasTexts = name === "dashboard";
  return (
    <>
      <div className="border-b border-base-300">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
          <span className="me-0.5 flex items-center sm:me-4">
            <Logo isMarkOnPhones />
          </span>
          {hasTexts ? (
            <span className="flex">
              <span aria-current="page" className={`${NAV_LINK} max-[23rem]:hidden`}>
                {t("nav.dashboard")}
              </span>
              <span className={NAV_LINK}>{t("nav.plans")}</span>
            </span>
          ) : (
            <>
              <span className={`${BONE} h-3 w-20`} />
              <span className={`${BONE} ms-4 h-3 w-12`} />
            </>
          )}
          <span className={`${BONE} ms-auto size-7`} />
        </div>
      </div>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        {hasTexts && (
          <p
            className={`${HEADING} min-h-8 text-2xl break-words`}
            data-greeting={tDashboard("dashboard.welcome", { username: "{name}" })}
          />
        )}
        {hasTexts ? <DashboardBones hasSetup={false} /> : <ContentBones />}
      </div>
    </>
  );
}

/** As `EntranceShell` and the forms of sign-up and login draw it. */
function EntranceShell({ name }: { name: "signup" | "signup-closed" | "login" }) {
  return (
    <>
      <div className="flex min-h-16 items-center px-4 py-2 sm:px-6">
        <Logo isMarkOnPhones />
        <span className={`${BONE} ms-auto h-3 w-32`} />
      </div>
      <div className="mx-auto w-full max-w-sm px-4 py-10 sm:pt-[10vh]">
        {name === "login" ? <LoginBones /> : name === "signup" ? <SignupBones /> : <span className={`${BONE} h-9 w-52`} />}
      </div>
    </>
  );
}

function LoginBones() {
  const { t } = useTranslation("entrance");
  return (
    <Entrance title={t("login.title")} lead={t("login.lead")}>
      <FieldBones label={t("field.email")} hint={t("login.orUsername")} />
      <FieldBones label={t("field.password")} />
    </Entrance>
  );
}

function SignupBones() {
  const { t } = useTranslation("entrance");
  return (
    <Entrance title={t("signup.title")} lead={t("signup.lead")}>
      <FieldBones label={t("field.username")} hint={t("signup.usernameHint")} />
      <FieldBones label={t("field.email")} />
      <FieldBones label={t("field.password")} hint={t("password.rule")} />
      <FieldBones label={t("field.confirmPassword")} />
    </Entrance>
  );
}

function Entrance({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <>
      <p className={`${HEADING} text-3xl`}>{title}</p>
      <p className="mt-2 text-quiet">{lead}</p>
      <div className="mt-6 space-y-2">{children}</div>
    </>
  );
}
