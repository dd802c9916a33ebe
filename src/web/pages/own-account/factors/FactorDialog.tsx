import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { factorCalls } from "../../../../contract/calls/factors.ts";
import type { NewApp, OwnFactors, PasskeyChallenge } from "../../../../contract/factor.ts";
import { call } from "../../../api.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useToast } from "../../../ui/Toast.tsx";
import { sessionsQuery } from "../own-queries.ts";
import { factorsQuery } from "./factor-queries.ts";
import { NewAppForm, NewPasskeyForm } from "./NewFactor.tsx";
import { ProveSelf } from "./ProveSelf.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

export type Change =
  | { kind: "addApp" }
  | { kind: "addPasskey" }
  | { kind: "removeApp" }
  | { kind: "removePasskey"; id: string }
  | { kind: "makeCodes" };

/** What the dialog shows after the proof. */
type Shown = { app: NewApp } | { passkey: PasskeyChallenge } | { codes: readonly string[]; done?: string };

const TITLES = {
  addApp: "factors.app.add",
  addPasskey: "factors.passkeys.add",
  removeApp: "factors.app.remove",
  removePasskey: "factors.passkeys.remove",
  makeCodes: "factors.codes.make",
} as const;
const LEADS = {
  addApp: "factors.prove.addLead",
  addPasskey: "factors.prove.addLead",
  removeApp: "factors.prove.removeLead",
  removePasskey: "factors.prove.removeLead",
  makeCodes: "factors.prove.codesLead",
} as const;

/** A change of the second factors: first the proof of who asks, then the change itself, and the recovery codes if there are new ones. */
export function FactorDialog({ factors, change, onClose }: { factors: OwnFactors; change: Change; onClose: () => void }) {
  const { t } = useTranslation("factors");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const [isWarned, setWarned] = useState(false);
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    return queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
  };
  const act = useMutation({
    mutationFn: async (proof: string): Promise<Shown | null> => {
      const body = { proof };
      switch (change.kind) {
        case "addApp":
          return { app: await call(factorCalls.startApp, { body }) };
        case "addPasskey":
          return { passkey: await call(factorCalls.startPasskey, { body }) };
        case "makeCodes":
          return { codes: (await call(factorCalls.makeRecoveryCodes, { body })).recoveryCodes };
        case "removeApp":
          await call(factorCalls.removeApp, { body });
          return null;
        case "removePasskey":
          await call(factorCalls.removePasskey, { body, params: { passkeyId: change.id } });
          return null;
      }
    },
    onSuccess: async (next) => {
      setShown(next);
      if (next === null || "codes" in next) await refresh();
      if (next !== null) return;
      showToast({ text: t(change.kind === "removeApp" ? "factors.app.removed" : "factors.passkeys.removed") });
      onClose();
    },
  });
  const added = async (codes: readonly string[] | null) => {
    await refresh();
    const text = t(change.kind === "addApp" ? "factors.app.added" : "factors.passkeys.added");
    // A toast would be under the dialog that shows the codes.
    if (codes !== null) return setShown({ codes, done: text });
    showToast({ text });
    onClose();
  };
  const isCodes = shown !== null && "codes" in shown;
  // A click beside the dialog must not lose what is shown once.
  const close = () => (isCodes && !isWarned ? setWarned(true) : onClose());
  return (
    <Dialog title={t(isCodes ? "factors.codes.title" : TITLES[change.kind])} onClose={close}>
      {shown === null && (
        <ProveSelf
          factors={factors}
          lead={t(LEADS[change.kind])}
          isRemoval={change.kind === "removeApp" || change.kind === "removePasskey"}
          isActing={act.isPending}
          actError={act.error}
          onProven={(proof) => act.mutate(proof)}
          onClose={onClose}
        />
      )}
      {shown && "app" in shown && <NewAppForm app={shown.app} onAdded={added} onClose={onClose} />}
      {shown && "passkey" in shown && <NewPasskeyForm challenge={shown.passkey} onAdded={added} onClose={onClose} />}
      {isCodes && <RecoveryCodes codes={shown.codes} done={shown.done} isWarned={isWarned} onClose={onClose} />}
    </Dialog>
  );
}
