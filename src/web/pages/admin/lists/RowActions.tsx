import { Ellipsis, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { MoreMenu } from "../../../ui/MoreMenu.tsx";
import { ROLES, useCards } from "./use-cards.ts";

export interface RowAction {
  /** What the button does, in a word. */
  label: string;
  /** In the menu and in the sheet. */
  icon?: LucideIcon;
  onClick: () => void;
  isBusy?: boolean;
  isDanger?: boolean;
  /** Its words would leave the names in the row no room, so it is in the menu. */
  isLong?: boolean;
  /** A line is above it, because what follows takes something away. */
  isSetApart?: boolean;
}

/** The words of more actions would leave the names in the row no room. */
const MAX_IN_WORDS = 3;
const SET_APART = "mt-1 border-t border-base-300 pt-1";
/** So many are shown beside the menu with the others. */
const BESIDE_MENU = 2;

interface RowActionsProps {
  /** The row that the actions are about, for people and for screen readers. */
  of: string;
  actions: readonly RowAction[];
  /** Shown before the buttons, such as an error. */
  children?: React.ReactNode;
}

/**
 * The actions at the end of a row, in one line; if they are many, the last ones are in a menu. On a card they are all in a
 * sheet behind one button.
 */
export function RowActions({ of, actions, children }: RowActionsProps) {
  const { t } = useTranslation("admin");
  const areCards = useCards();
  const [isOpen, setOpen] = useState(false);
  if (!areCards) {
    const short = actions.filter(({ isLong }) => !isLong);
    const inWords = short.slice(0, actions.length > MAX_IN_WORDS ? BESIDE_MENU : MAX_IN_WORDS);
    const hidden = actions.filter((action) => !inWords.includes(action));
    return (
      <td className="h-10 border-b border-base-300 px-1">
        <div className="ms-auto flex w-max items-center gap-1">
          {children}
          {inWords.map(({ label, onClick, isBusy = false }) => (
            <button
              key={label}
              type="button"
              className="btn btn-ghost btn-sm px-2 font-medium"
              aria-label={`${label} ${of}`}
              aria-busy={isBusy}
              disabled={isBusy}
              onClick={onClick}
            >
              {label}
            </button>
          ))}
          {hidden.length > 0 && (
            <MoreMenu label={t("admin.actionsOf", { name: of })} isBusy={hidden.some(({ isBusy }) => isBusy)} isSmall>
              {(choose) =>
                hidden.map(({ label, icon, onClick, isBusy, isDanger, isSetApart }) => (
                  <div key={label} className={isSetApart ? SET_APART : ""}>
                    <MenuButton
                      icon={icon}
                      label={label}
                      name={`${label} ${of}`}
                      isDanger={isDanger}
                      disabled={isBusy}
                      onClick={choose(onClick)}
                    />
                  </div>
                ))
              }
            </MoreMenu>
          )}
        </div>
      </td>
    );
  }
  if (actions.length === 0)
    return (
      <td {...ROLES.cell} className="order-4 block empty:hidden">
        {children}
      </td>
    );
  return (
    <td {...ROLES.cell} className="order-4 block empty:hidden">
      {children}
      <button
        type="button"
        className="btn btn-ghost btn-square absolute end-0 top-1.5"
        aria-label={t("admin.actionsOf", { name: of })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <Dialog title={of} onClose={() => setOpen(false)}>
          <ul className="-m-3">
            {actions.map(({ label, icon, onClick, isBusy, isDanger, isSetApart }) => (
              <li key={label} className={isSetApart ? SET_APART : ""}>
                <MenuButton
                  icon={icon}
                  label={label}
                  isDanger={isDanger}
                  disabled={isBusy}
                  onClick={() => {
                    setOpen(false);
                    onClick();
                  }}
                />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </td>
  );
}
