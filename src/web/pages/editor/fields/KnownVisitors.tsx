import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentCalls } from "../../../../contract/calls/agents.ts";
import { call, messageOf } from "../../../api.ts";
import { agentQuery } from "../../../queries.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { FormGroup } from "../../../ui/forms/FormGroup.tsx";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { identitySample, PAGE_SAMPLE, SAMPLE_LANGUAGES, type SampleLanguage } from "./identity-samples.ts";

const NAMES: Record<SampleLanguage, string> = { node: "Node", php: "PHP", python: "Python" };

/** Creates or replaces the secret with which an owner's server vouches for visitors, and shows it once, with sample code. */
export function KnownVisitors({ chatId, hasSecret }: { chatId: string; hasSecret: boolean }) {
  const { t } = useTranslation("editor");
  const [language, setLanguage] = useState<SampleLanguage>("node");
  return (
    <FormGroup title={t("known.title")} lead={t("known.lead")}>
      <Secret chatId={chatId} hasSecret={hasSecret} />
      <div className="space-y-3">
        <Choice
          legend={t("known.sample")}
          value={language}
          onChange={setLanguage}
          options={SAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        />
        <CodeBox label={`${t("known.sample")}: ${NAMES[language]}`} code={identitySample(language, chatId)} />
      </div>
      <CodeBox label={t("known.page")} isLabelShown code={PAGE_SAMPLE} />
    </FormGroup>
  );
}

function Secret({ chatId, hasSecret }: { chatId: string; hasSecret: boolean }) {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const making = useMutation({
    mutationFn: () => call(agentCalls.createIdentifySecret, { params: { chatId } }),
    onSuccess: () => {
      setIsAsking(false);
      client.setQueryData(agentQuery(chatId).queryKey, (agent) =>
        agent && "userId" in agent ? { ...agent, hasIdentifySecret: true } : agent,
      );
    },
  });
  const make = () => making.mutate();
  if (making.data) return <CodeBox label={t("known.secret")} isLabelShown code={making.data.secret} note={t("known.once")} />;
  return (
    <div className="space-y-3">
      {making.isError && <Alert>{messageOf(making.error, t("known.failed"))}</Alert>}
      {isAsking ? (
        <Alert
          tone="warning"
          actions={
            <>
              <button type="button" className="btn btn-line btn-sm" onClick={() => setIsAsking(false)}>
                {t("cancel", { ns: "app" })}
              </button>
              <BusyButton className="btn-line btn-sm" busy={making.isPending} onClick={make}>
                {t("known.confirm")}
              </BusyButton>
            </>
          }
        >
          {t("known.warning")}
        </Alert>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <OwnerOnly>
            <BusyButton className="btn-line" busy={making.isPending} onClick={hasSecret ? () => setIsAsking(true) : make}>
              {hasSecret ? t("known.replace") : t("known.make")}
            </BusyButton>
          </OwnerOnly>
          <p className="text-quiet">{hasSecret ? t("known.inUse") : t("known.none")}</p>
        </div>
      )}
    </div>
  );
}

interface CodeBoxProps {
  label: string;
  /** Without it, the label is only for assistive technology. */
  isLabelShown?: boolean;
  code: string;
  note?: string;
}

/** On phones, long lines fade out at the right, which shows that they go on. */
const FADING =
  "relative after:pointer-events-none after:absolute after:inset-y-px after:end-px after:w-10 after:rounded-e-control after:bg-linear-to-l after:from-base-200 sm:after:hidden";

/** Code to copy. It is in a text box, so that it can be selected and copied by hand where the clipboard is not available. */
function CodeBox({ label, isLabelShown = false, code, note }: CodeBoxProps) {
  const { t } = useTranslation("editor");
  const id = useId();
  const { box, state, copy, Icon } = useCopy(code);
  return (
    <div>
      <label htmlFor={id} className={isLabelShown ? "mb-1.5 block font-semibold" : "sr-only"}>
        {label}
      </label>
      <div className={FADING}>
        <textarea
          id={id}
          ref={box}
          readOnly
          rows={code.split("\n").length}
          wrap="off"
          value={code}
          spellCheck={false}
          aria-describedby={note && `${id}-note`}
          className="textarea min-h-0 resize-none overflow-x-auto bg-base-200 max-sm:pe-8 font-mono text-sm"
        />
      </div>
      {note && (
        <p id={`${id}-note`} className="mt-1.5 font-medium">
          {note}
        </p>
      )}
      <div className="mt-2 flex items-center gap-3">
        <button type="button" className="btn btn-line btn-sm" onClick={copy}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {t("known.copy")}
          <span className="sr-only"> {label}</span>
        </button>
        <p role="status" className="text-sm text-quiet">
          {state === "copied" && t("known.copied")}
          {state === "failed" && t("known.copyFailed")}
        </p>
      </div>
    </div>
  );
}
