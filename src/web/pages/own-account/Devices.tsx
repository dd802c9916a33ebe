import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import type { OwnSession } from "../../../contract/user.ts";
import { call } from "../../api.ts";
import { formatDateTime, formatRecent } from "../../text/format.ts";
import { RetryAlert } from "../../ui/Alert.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../ui/NotDone.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { deviceOf } from "./device.ts";
import { sessionsQuery } from "./own-queries.ts";

/** Where the person is signed in. */
export function Devices() {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(sessionsQuery());
  const endOthers = useMutation({
    mutationFn: () => call(ownAccountCalls.endOtherSessions),
    onSuccess: () => {
      showToast({ text: t("own.devices.ended") });
      return queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
  });
  const sessions = data?.sessions ?? [];
  return (
    <FormGroup title={t("own.devices")} lead={t("own.devices.text")}>
      {isPending && <Loading tall={false} />}
      {error && !data && <RetryAlert onRetry={() => void refetch()}>{t("own.devices.failed")}</RetryAlert>}
      {sessions.length > 0 && (
        <ul
          aria-label={t("own.devices")}
          className={`divide-y divide-base-300 border-t border-base-300 ${sessions.length > 1 ? "border-b" : ""}`}
        >
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions.length > 1 && (
        <BusyButton className="btn-line" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t("own.devices.endOthers")}
        </BusyButton>
      )}
      {endOthers.error && <NotDone what={t("own.devices.notEnded")} error={endOthers.error} />}
    </FormGroup>
  );
}

function Device({ session: { id, agent, address, createdAt, lastSeenAt, isCurrent } }: { session: OwnSession }) {
  const { t } = useTranslation("ownAccount");
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(ownAccountCalls.endSession, { params: { sessionId: id } }),
    // The device may have signed out by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
  const { browser, system } = deviceOf(agent);
  const name = browser && system ? t("own.devices.on", { browser, system }) : (browser ?? system ?? t("own.devices.unknown"));
  const parts = [
    t("own.devices.seen", { when: formatRecent(lastSeenAt, Date.now()) }),
    t("own.devices.since", { when: formatDateTime(createdAt) }),
    ...(address === "" ? [] : [t("own.devices.from", { address })]),
  ];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{name}</span>
          {isCurrent && <span className="text-sm text-quiet">{t("own.devices.current")}</span>}
        </p>
        <p className="text-sm break-words text-quiet">{parts.join(" · ")}</p>
      </div>
      {!isCurrent && (
        <BusyButton
          className="btn-line btn-sm max-sm:min-h-11"
          busy={end.isPending}
          aria-label={t("own.devices.endOf", { device: name })}
          onClick={() => end.mutate()}
        >
          {t("own.devices.end")}
        </BusyButton>
      )}
    </li>
  );
}
