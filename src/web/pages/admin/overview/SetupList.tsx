import { Check, Circle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { BACKUP_DAYS, type Setup } from "../../../../contract/overview.ts";
import { commandOf } from "../../../brand.ts";
import { readSession } from "../../../session.ts";
import { PasswordDialog } from "../../../ui/page/PasswordDialog.tsx";
import { Command } from "../Command.tsx";

const STEPS = ["model", "payments", "mail", "https", "backup", "password"] as const satisfies readonly (keyof Setup)[];
type Step = (typeof STEPS)[number];

/** Where a step is done in the application. */
const PLACES: Partial<Record<Step, string>> = {
  model: "/awc?tab=settings",
  payments: "/awc?tab=settings&view=payments",
  mail: "/awc?tab=settings&view=mail",
};
/** What the operator types on the machine. A path may contain spaces. */
function commandFor(step: Step, dataFolder: string): string | null {
  const folder = /^[\w./-]+$/.test(dataFolder) ? dataFolder : `"${dataFolder}"`;
  if (step === "https") return commandOf(`serve --data ${folder} --domain ${isOwnHost ? "chat.example.com" : location.hostname}`);
  return step === "backup" ? commandOf(`backup --data ${folder}`) : null;
}
/** Under these names nobody else reaches the server. */
const isOwnHost = /^(?:localhost|[\d.]+|\[.*\])$/.test(location.hostname);

interface SetupListProps {
  setup: Setup;
  dataFolder: string;
  /** The server gets its own certificates. */
  hasDomain: boolean;
}

/** What the installation still needs. Nothing is shown once all of it is done. */
export function SetupList({ setup, dataFolder, hasDomain }: SetupListProps) {
  const { t } = useTranslation("admin");
  const done = STEPS.filter((step) => setup[step]).length;
  const next = STEPS.find((step) => !setup[step]);
  if (done === STEPS.length) return null;
  return (
    <section aria-labelledby="setup-title" className="rounded-surface border border-base-300 bg-raised p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setup-title" className="text-lg">
          {t("setup.title")}
        </h2>
        <p className="text-sm text-quiet">{t("setup.done", { done, all: STEPS.length })}</p>
      </div>
      <ol className="mt-3 divide-y divide-base-300">
        {STEPS.map((step) => (
          <StepRow
            key={step}
            step={step}
            isDone={setup[step]}
            isNext={step === next}
            isWaiting={step === "https" && hasDomain}
            command={commandFor(step, dataFolder)}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepRowProps {
  step: Step;
  isDone: boolean;
  /** The first that is not done. */
  isNext: boolean;
  /** The server is started for it, and has not succeeded yet. */
  isWaiting: boolean;
  command: string | null;
}

function StepRow({ step, isDone, isNext, isWaiting, command }: StepRowProps) {
  const { t } = useTranslation("admin");
  const Icon = isDone ? Check : Circle;
  const title = (
    <>
      {t(`setup.${step}`)}
      <span className="sr-only"> – {t(isDone ? "setup.isDone" : "setup.isOpen")}</span>
    </>
  );
  return (
    <Line
      icon={
        <Icon
          size={18}
          strokeWidth={isDone ? 2.5 : 1.75}
          aria-hidden="true"
          className={`mt-0.5 ${isDone ? "text-primary" : "text-quiet"}`}
        />
      }
      title={title}
      isQuiet={isDone}
      action={!isDone && <Action step={step} isNext={isNext} />}
    >
      {!isDone && (
        <p className="max-w-[68ch] text-sm text-quiet">
          <Words>{isWaiting ? t("setup.https.waiting") : t(`setup.${step}.text`, { days: BACKUP_DAYS })}</Words>
        </p>
      )}
      {!isDone && !isWaiting && command !== null && <Command command={command} />}
    </Line>
  );
}

/** A text whose options of the command line do not break at their hyphens. */
function Words({ children }: { children: string }) {
  return children.split(/(--[a-z-]+)/).map((part) =>
    part.startsWith("--") ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

const actionLook = (isNext: boolean) => `btn btn-sm max-sm:min-h-11 ${isNext ? "btn-primary" : "btn-line"}`;

/** Leads to where the step is done, if that is in the application. */
function Action({ step, isNext }: { step: Step; isNext: boolean }) {
  const { t } = useTranslation("admin");
  const place = PLACES[step];
  if (step === "password") return <ChangePassword look={actionLook(isNext)} />;
  if (!place || (step !== "model" && step !== "payments" && step !== "mail")) return null;
  return (
    <Link className={actionLook(isNext)} to={place}>
      {t(`setup.${step}.link`)}
    </Link>
  );
}

function ChangePassword({ look }: { look: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { user } = readSession();
  return (
    <>
      <button type="button" className={look} onClick={() => setOpen(true)}>
        {t("account.changePassword")}
      </button>
      {isOpen && user && <PasswordDialog userId={user.id} onClose={() => setOpen(false)} />}
    </>
  );
}

interface LineProps {
  icon: ReactNode;
  title: ReactNode;
  isQuiet?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}

function Line({ icon, title, isQuiet = false, action, children }: LineProps) {
  return (
    <li className="flex gap-3 py-3">
      <span className="shrink-0">{icon}</span>
      <div className="flex min-w-0 flex-1 items-center gap-x-6 gap-y-2 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0 flex-1">
          <p className={isQuiet ? "text-quiet" : "font-semibold"}>{title}</p>
          {children}
        </div>
        {action}
      </div>
    </li>
  );
}
