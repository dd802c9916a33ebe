import { useMutation } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../api.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Breakable } from "../../ui/Breakable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { useToast } from "../../ui/Toast.tsx";
import type { RoleOption } from "./roles.ts";

interface PersonRowProps<Role extends string> {
  name: string;
  email: string | null;
  role: Role;
  roles: readonly RoleOption<Role>[];
  /** The person who looks at the list, who is not removed here. */
  isYou: boolean;
  /** The role cannot be changed, so it is only named. */
  isFixed?: boolean;
  /** Further entries of the menu. */
  more?: (choose: (run: () => void) => () => void) => ReactNode;
  /** What else is known about the person: lines below the address. */
  note?: ReactNode;
  change: (role: Role) => Promise<{ role: Role }>;
  remove: () => Promise<unknown>;
  removeTitle: string;
  /** What happens when the person is removed. */
  removeText: string;
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
}

/** A person with a role, which can be changed, and who can be removed. */
export function PersonRow<Role extends string>({
  name,
  email,
  role,
  roles,
  isYou,
  isFixed = false,
  more,
  note,
  ...props
}: PersonRowProps<Role>) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const [isAsking, setAsking] = useState(false);
  const labelOf = (wanted: Role) => roles.find(({ value }) => value === wanted)?.label ?? "";
  const change = useMutation({
    mutationFn: props.change,
    onSuccess: (changed) => showToast({ text: t("members.roleSaved", { name, role: labelOf(changed.role) }) }),
    onSettled: props.refresh,
  });
  const shown = change.isPending ? change.variables : role;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-32 sm:basis-40">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 font-semibold wrap-anywhere">
              <Breakable>{name}</Breakable>
            </span>
            {isYou && <span className="text-sm text-quiet">{t("members.you")}</span>}
          </p>
          {email !== null && (
            <p className="text-sm wrap-anywhere text-quiet">
              <Breakable>{email}</Breakable>
            </p>
          )}
          {note}
        </div>
        <div className="ms-auto flex items-center gap-3">
          {isFixed && <span className="text-quiet">{labelOf(shown)}</span>}
          {!isFixed && (
            <select
              aria-label={t("members.role", { name })}
              title={roles.find(({ value }) => value === shown)?.text}
              className="select w-auto max-w-40"
              value={shown}
              disabled={change.isPending}
              onChange={(event) => change.mutate(event.target.value as Role)}
            >
              {roles.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
          {isYou ? (
            !isFixed && <span className="size-10 max-sm:hidden" />
          ) : (
            <MoreMenu label={t("members.actions", { name })}>
              {(choose) => (
                <>
                  {more?.(choose)}
                  <MenuButton icon={UserMinus} label={t("members.remove")} isDanger onClick={choose(() => setAsking(true))} />
                </>
              )}
            </MoreMenu>
          )}
        </div>
      </div>
      {change.error && <Alert className="mt-2">{messageOf(change.error, t("error.network"))}</Alert>}
      {isAsking && <RemoveDialog name={name} onClose={() => setAsking(false)} {...props} />}
    </li>
  );
}

interface RemoveDialogProps {
  name: string;
  remove: () => Promise<unknown>;
  removeTitle: string;
  removeText: string;
  refresh: () => Promise<unknown>;
  onClose: () => void;
}

function RemoveDialog({ name, remove: act, removeTitle, removeText, refresh, onClose }: RemoveDialogProps) {
  const { t } = useTranslation("members");
  const showToast = useToast();
  const remove = useMutation({
    mutationFn: act,
    onSuccess: () => {
      showToast({ text: t("members.removed", { name }) });
      onClose();
      return refresh();
    },
  });
  return (
    <Dialog title={removeTitle} onClose={onClose}>
      <p className="wrap-anywhere">{removeText}</p>
      {remove.error && <Alert className="mt-4">{messageOf(remove.error, t("error.network"))}</Alert>}
      <div className="mt-6 flex justify-end gap-2">
        <button type="button" className="btn btn-line" onClick={onClose}>
          {t("cancel")}
        </button>
        <BusyButton data-first-focus className="btn-error" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t("members.remove")}
        </BusyButton>
      </div>
    </Dialog>
  );
}
