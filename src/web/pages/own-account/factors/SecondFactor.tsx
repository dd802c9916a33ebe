import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnFactors, PasskeyView } from "../../../../contract/factor.ts";
import { canUsePasskey, hasPasskeys } from "../../../passkey.ts";
import { isAdmin } from "../../../session.ts";
import { formatDate, formatRecent } from "../../../text/format.ts";
import { RetryAlert } from "../../../ui/Alert.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { Loading } from "../../../ui/Spinner.tsx";
import { useSession } from "../../../use-session.ts";
import { ConfirmFirst } from "../ConfirmFirst.tsx";
import { type Change, FactorDialog } from "./FactorDialog.tsx";
import { factorsQuery } from "./factor-queries.ts";

interface SecondFactorProps {
  /** The address has to be confirmed before a factor is added. */
  mustConfirm: boolean;
  /** Called when there is a factor. */
  onSet?: () => void;
  /** The page is about nothing else: it has the heading, and what cannot be done here is left out. */
  isAlone?: boolean;
}

/** The second factors of the person: what there is, and what can be added or removed. */
export function SecondFactor({ mustConfirm, onSet, isAlone = false }: SecondFactorProps) {
  const { t } = useTranslation("factors");
  const { data, error, isPending, refetch } = useQuery(factorsQuery());
  const [change, setChange] = useState<Change | null>(null);
  const close = () => {
    setChange(null);
    if (data?.app || (data?.passkeys.length ?? 0) > 0) onSet?.();
  };
  const content = (
    <>
      {isPending && <Loading tall={false} />}
      {error && !data && <RetryAlert onRetry={() => void refetch()}>{t("factors.failed")}</RetryAlert>}
      {mustConfirm && <ConfirmFirst />}
      {data && (
        <div className={`divide-y divide-base-300 border-t border-base-300 ${isAlone ? "border-b" : ""}`}>
          <App factors={data} mayAdd={!mustConfirm} isMain={isAlone && !data.app} onChange={setChange} />
          {(!isAlone || isPasskeyHere(data) || data.passkeys.length > 0) && (
            <Passkeys factors={data} mayAdd={!mustConfirm} onChange={setChange} />
          )}
          {(data.app || data.passkeys.length > 0) && <Codes left={data.recoveryCodes} onChange={setChange} />}
        </div>
      )}
      {data && change && <FactorDialog factors={data} change={change} onClose={close} />}
    </>
  );
  if (isAlone) {
    return (
      <section>
        <h2 className="sr-only">{t("factors.title")}</h2>
        {content}
      </section>
    );
  }
  return (
    <FormGroup title={t("factors.title")} lead={t("factors.text")}>
      {content}
    </FormGroup>
  );
}

/** Whether a passkey can be made on this site, with this browser. */
export const isPasskeyHere = ({ passkeyOrigin }: OwnFactors) => passkeyOrigin !== null && canUsePasskey(passkeyOrigin);

interface PartProps {
  factors: OwnFactors;
  mayAdd: boolean;
  onChange: (change: Change) => void;
}

function Part({ title, text, action }: { title: string; text: string; action: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-quiet">{text}</p>
      </div>
      {action}
    </div>
  );
}

function App({ factors: { app }, mayAdd, isMain, onChange }: PartProps & { isMain: boolean }) {
  const { t } = useTranslation("factors");
  return (
    <Part
      title={t("factors.app")}
      text={app ? t("factors.app.on", { date: formatDate(app.createdAt) }) : t("factors.app.text")}
      action={
        (app || mayAdd) && (
          <button
            type="button"
            className={isMain ? "btn btn-primary max-sm:btn-block" : "btn btn-line btn-sm max-sm:min-h-11"}
            onClick={() => onChange(app ? { kind: "removeApp" } : { kind: "addApp" })}
          >
            {t(app ? "factors.app.remove" : "factors.app.add")}
          </button>
        )
      }
    />
  );
}

function Passkeys({ factors, mayAdd, onChange }: PartProps) {
  const { t } = useTranslation("factors");
  const session = useSession();
  const { passkeys, passkeyOrigin } = factors;
  const isHere = isPasskeyHere(factors);
  const why = () => {
    if (passkeyOrigin === null) return t(isAdmin(session) ? "factors.passkeys.noAddressAdmin" : "factors.passkeys.noAddress");
    return hasPasskeys() || passkeyOrigin !== location.origin
      ? t("factors.passkeys.elsewhere", { origin: passkeyOrigin })
      : t("factors.passkeys.noBrowser");
  };
  return (
    <div>
      <Part
        title={t("factors.passkeys")}
        text={isHere ? t("factors.passkeys.text") : why()}
        action={
          isHere &&
          mayAdd && (
            <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={() => onChange({ kind: "addPasskey" })}>
              {t("factors.passkeys.add")}
            </button>
          )
        }
      />
      {passkeys.length > 0 && (
        <ul aria-label={t("factors.passkeys")} className="pb-2">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onRemove={() => onChange({ kind: "removePasskey", id: passkey.id })} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Passkey({ passkey: { name, createdAt, lastUsedAt }, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const { t } = useTranslation("factors");
  const shown = name || t("factors.passkeys.unnamed");
  const parts = [
    t("factors.passkeys.made", { date: formatDate(createdAt) }),
    ...(lastUsedAt === null ? [] : [t("factors.passkeys.used", { when: formatRecent(lastUsedAt, Date.now()) })]),
  ];
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5 ps-4">
      <div className="min-w-0 flex-1">
        <p className="break-words">{shown}</p>
        <p className="text-sm text-quiet">{parts.join(" · ")}</p>
      </div>
      <button
        type="button"
        className="btn btn-line btn-sm max-sm:min-h-11"
        aria-label={t("factors.passkeys.removeOf", { name: shown })}
        onClick={onRemove}
      >
        {t("factors.passkeys.remove")}
      </button>
    </li>
  );
}

function Codes({ left, onChange }: { left: number; onChange: PartProps["onChange"] }) {
  const { t } = useTranslation("factors");
  return (
    <Part
      title={t("factors.codes")}
      text={t("factors.codes.text", { count: left })}
      action={
        <button type="button" className="btn btn-line btn-sm max-sm:min-h-11" onClick={() => onChange({ kind: "makeCodes" })}>
          {t("factors.codes.make")}
        </button>
      }
    />
  );
}
