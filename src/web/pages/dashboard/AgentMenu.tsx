import { CopyPlus, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { MenuButton } from "../../ui/MenuButton.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";

interface AgentMenuProps {
  /** The id of the element with the agent's name. */
  nameId: string;
  isBusy: boolean;
  /** Null when the plan has no room for another agent. */
  onDuplicate: (() => void) | null;
  onExport: () => void;
  /** Nothing can be changed. */
  isView: boolean;
}

/** What can be done with an agent, and is done rarely. */
export function AgentMenu({ nameId, isBusy, onDuplicate, onExport, isView }: AgentMenuProps) {
  const { t } = useTranslation("dashboard");
  return (
    <MoreMenu label={t("agents.more")} describedBy={nameId} isBusy={isBusy}>
      {(choose) => (
        <>
          {!isView && (
            <MenuButton
              icon={CopyPlus}
              label={t("agents.duplicate")}
              title={onDuplicate ? undefined : t("agents.limitReached")}
              disabled={onDuplicate === null || isBusy}
              onClick={choose(() => onDuplicate?.())}
            />
          )}
          <MenuButton icon={Download} label={t("agents.export")} disabled={isBusy} onClick={choose(onExport)} />
        </>
      )}
    </MoreMenu>
  );
}
