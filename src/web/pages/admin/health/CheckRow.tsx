import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { CheckId, Finding } from "../../../../contract/doctor.ts";
import { commandOf } from "../../../brand.ts";
import { whyOf } from "../../../text/failure.ts";
import { serverText } from "../../../text/server-text.ts";
import { Breakable } from "../../../ui/Breakable.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Command } from "../Command.tsx";
import { type Checked, stateOf } from "./checked.ts";

const LOOKS = {
  ok: { Icon: CircleCheck, colour: "text-primary" },
  warning: { Icon: TriangleAlert, colour: "text-base-content" },
  fault: { Icon: CircleX, colour: "text-error" },
  unknown: { Icon: CircleHelp, colour: "text-quiet" },
} as const;

/** `checked`: absent while the check is being made. */
export function CheckRow({ id, checked }: { id: CheckId; checked: Checked | undefined }) {
  const { t } = useTranslation("admin");
  const state = checked && stateOf(checked);
  const { Icon, colour } = LOOKS[state ?? "unknown"];
  return (
    <li className="flex gap-3 py-3.5" data-state={state ?? "waiting"}>
      <span className="flex size-5 shrink-0 items-center justify-center pt-1">
        {state ? <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={colour} /> : <Spinner small />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-semibold">{t(`healthCheck.${id}`)}</span>
          <span className={`text-sm leading-6 ${state === "fault" ? "text-error" : "text-quiet"}`}>
            {t(state ? `healthState.${state}` : "health.waiting")}
          </span>
        </p>
        {checked && <Told checked={checked} />}
      </div>
    </li>
  );
}

function Told({ checked }: { checked: Checked }) {
  if ("error" in checked) return <p className="mt-0.5">{whyOf(checked.error)}</p>;
  const { finding } = checked;
  return (
    <>
      <p className="mt-0.5 break-words">
        <Breakable>{serverText(finding.message, finding.told)}</Breakable>
      </p>
      {finding.state !== "ok" && <Mend finding={finding} />}
    </>
  );
}

/** A command of the executable, as the server writes it. */
const OWN = /^sapa (.*)/s;

function Mend({ finding: { command, place } }: { finding: Finding }) {
  const { t } = useTranslation("admin");
  if (place) {
    return (
      <Link className="btn btn-line btn-sm mt-2 max-sm:min-h-11" to={`/awc?tab=settings${place === "models" ? "" : `&view=${place}`}`}>
        {t("health.open", { section: t(`settingsView.${place}`) })}
      </Link>
    );
  }
  return command === null ? null : <Command command={command.replace(OWN, (_, args: string) => commandOf(args))} />;
}
