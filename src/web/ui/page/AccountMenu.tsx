import { ChevronDown, KeyRound, ScrollText, Store, UserRound } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import type { SessionUser } from "../../../contract/user.ts";
import { useMay } from "../../may.ts";
import { operatorOf } from "../../operator.ts";
import { withTexts } from "../../text/i18n.ts";
import { useSession } from "../../use-session.ts";
import { MenuButton } from "../MenuButton.tsx";
import { useCloseOutside } from "../use-close-outside.ts";
import { BusinessSwitch } from "./BusinessSwitch.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { Preferences } from "./Preferences.tsx";

type OpenDialog = "password" | "log" | null;

const AccountLog = lazy(async () => ({
  default: (await withTexts(() => import("./AccountLogDialog.tsx"), "accountLog")).AccountLogDialog,
}));

/** The menu of the signed-in user: account details, password, language and theme. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const navigate = useNavigate();
  const may = useMay();
  const session = useSession();
  const { isView } = session;
  // A business without a name of its own has the name of its contact, who may be another person.
  const hasName = user.displayName !== user.username;
  const names = { username: user.username, business: user.displayName };
  useCloseOutside(root, isOpen, () => setOpen(false));
  const openDialog = (which: OpenDialog) => {
    // A dialog returns the focus to where it was, and the menu will be hidden then.
    root.current?.querySelector("button")?.focus();
    setOpen(false);
    setDialog(which);
  };
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className="btn btn-ghost px-1 sm:px-2"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="sr-only">{hasName ? t("account.menuAt", names) : t("account.menu", names)}</span>
        <Initial name={user.username} />
        <span aria-hidden="true" className="grid max-w-32 text-start leading-tight max-sm:hidden lg:max-w-60">
          <span className="truncate font-medium">{user.username}</span>
          {hasName && <span className="truncate text-sm font-normal text-quiet">{user.displayName}</span>}
        </span>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-full z-30 mt-2 w-80 animate-rise rounded-surface border border-base-300 bg-raised p-2 shadow-float max-sm:-end-12"
      >
        <div className="px-3 py-2">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="truncate text-sm text-quiet">{user.email ?? t("account.noEmail")}</p>
          {hasName && <p className="mt-1 truncate text-sm">{t("account.at", names)}</p>}
        </div>
        <BusinessSwitch user={user} isOpen={isOpen} />
        {user.personId !== undefined && !isView && operatorOf(session) === null && (
          <MenuButton icon={Store} label={t("account.allBusinesses")} onClick={() => void navigate("/businesses")} />
        )}
        <MenuButton icon={UserRound} label={t("account.page")} onClick={() => void navigate("/account")} />
        <MenuButton icon={KeyRound} label={t("account.changePassword")} onClick={() => openDialog("password")} />
        {may.own && <MenuButton icon={ScrollText} label={t("account.log")} onClick={() => openDialog("log")} />}
        <div className="mt-2 border-t border-base-300 px-3 pt-3 pb-2">
          <Preferences />
        </div>
      </div>
      {dialog === "log" && (
        <Suspense fallback={null}>
          <AccountLog accountId={user.id} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog === "password" && <PasswordDialog userId={user.id} onClose={() => setDialog(null)} />}
    </div>
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-full bg-secondary text-sm font-bold text-secondary-content uppercase"
    >
      {Array.from(name)[0]}
    </span>
  );
}
