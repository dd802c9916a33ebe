import { CopyPlus, Download, Ellipsis } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useCloseOutside } from "../../ui/use-close-outside.ts";

interface AgentMenuProps {
  /** The id of the element with the agent's name. */
  nameId: string;
  isBusy: boolean;
  /** Null when the plan has no room for another agent. */
  onDuplicate: (() => void) | null;
  onExport: () => void;
}

/** What can be done with an agent, and is done rarely. */
export function AgentMenu({ nameId, isBusy, onDuplicate, onExport }: AgentMenuProps) {
  const { t } = useTranslation("dashboard");
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useCloseOutside(root, isOpen, () => setOpen(false));
  const choose = (act: () => void) => () => {
    root.current?.querySelector("button")?.focus();
    setOpen(false);
    act();
  };
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-label={t("agents.more")}
        aria-describedby={nameId}
        title={t("agents.more")}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-busy={isBusy}
        onClick={() => setOpen(!isOpen)}
      >
        {isBusy ? <Spinner small /> : <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-full z-20 mt-1 w-56 animate-rise rounded-surface border border-base-300 bg-raised p-2 shadow-float"
      >
        <MenuButton
          icon={CopyPlus}
          label={t("agents.duplicate")}
          title={onDuplicate ? undefined : t("agents.limitReached")}
          disabled={onDuplicate === null || isBusy}
          onClick={choose(() => onDuplicate?.())}
        />
        <MenuButton icon={Download} label={t("agents.export")} disabled={isBusy} onClick={choose(onExport)} />
      </div>
    </div>
  );
}
