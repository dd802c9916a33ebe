import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { modelCalls } from "../../../../../contract/calls/models.ts";
import { type LocalModel, MODEL_NAME_MAX, type ModelPull } from "../../../../../contract/model.ts";
import { call } from "../../../../api.ts";
import { formatNumber } from "../../../../text/format.ts";
import { serverText } from "../../../../text/server-text.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import { Breakable } from "../../../../ui/Breakable.tsx";
import { BusyButton } from "../../../../ui/forms/Button.tsx";
import { TextField } from "../../../../ui/forms/Field.tsx";
import { FormGroup } from "../../../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../../../ui/NotDone.tsx";
import { Loading } from "../../../../ui/Spinner.tsx";
import { localModelsQuery } from "./model-queries.ts";

/** The models on this machine, with buttons to pull and remove them. The buttons act immediately, without a save. */
export function OllamaSettings() {
  const { t } = useTranslation("admin");
  const query = useQuery(localModelsQuery());
  const { data } = query;
  return (
    <FormGroup title={t("ollama.title")} lead={data?.isFound === false ? undefined : t("ollama.lead")}>
      {query.isPending && <Loading tall={false} />}
      {query.error && <NotDone what={t("ollama.notListed")} error={query.error} />}
      {data?.isFound === false && <p className="text-quiet">{t("ollama.absent")}</p>}
      {data && data.models.length > 0 && <ModelRows models={data.models} />}
      {data?.pulls.map((pull) => (
        <PullRow key={pull.name} pull={pull} />
      ))}
      {data?.isFound && <PullForm />}
    </FormGroup>
  );
}

/** A mutation that changes Ollama's models and reloads what depends on them. */
function useOllamaAction(row: typeof modelCalls.pullModel | typeof modelCalls.cancelPull | typeof modelCalls.removeModel) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(row, { body: { name } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["models"] }),
  });
}

function ModelRows({ models }: { models: readonly LocalModel[] }) {
  const { t } = useTranslation("admin");
  const remove = useOllamaAction(modelCalls.removeModel);
  return (
    <div>
      <ul className="divide-y divide-base-300 border-y border-base-300" aria-label={t("ollama.models")}>
        {models.map(({ name, bytes }) => (
          <li key={name} className="flex min-h-11 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 font-mono text-sm break-all">{name}</span>
            <span className="text-sm text-quiet tabular-nums">{sizeOf(bytes)}</span>
            <BusyButton
              className="btn-line btn-sm max-sm:min-h-11"
              busy={remove.isPending && remove.variables === name}
              onClick={() => remove.mutate(name)}
              aria-label={t("ollama.removeOf", { model: name })}
            >
              {t("ollama.remove")}
            </BusyButton>
          </li>
        ))}
      </ul>
      {remove.error && <NotDone className="mt-3" what={t("ollama.notRemoved", { model: remove.variables })} error={remove.error} />}
    </div>
  );
}

function PullRow({ pull }: { pull: ModelPull }) {
  const { t } = useTranslation("admin");
  const cancel = useOllamaAction(modelCalls.cancelPull);
  const { name, state, step, total, completed, error, told } = pull;
  if (state === "done") return null;
  if (state !== "running") {
    return (
      <Alert tone="warning">
        <p className="font-mono text-sm break-all">{name}</p>
        <p>{state === "cancelled" ? t("ollama.cancelled") : error === null ? t("ollama.failed") : serverText(error, told)}</p>
      </Alert>
    );
  }
  const percent = total > 0 ? Math.min(Math.round((completed / total) * 100), 100) : 0;
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-mono text-sm wrap-anywhere">
          <Breakable>{name}</Breakable>
        </p>
        <div
          role="progressbar"
          aria-label={t("ollama.pulling", { model: name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-base-300"
        >
          <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
        </div>
        <p className="mt-1 text-sm whitespace-nowrap text-quiet tabular-nums">
          {total > 0 ? `${sizeOf(completed)} / ${sizeOf(total)}` : step}
        </p>
      </div>
      <BusyButton className="btn-line btn-sm max-sm:min-h-11" busy={cancel.isPending} onClick={() => cancel.mutate(name)}>
        {t("cancel")}
      </BusyButton>
    </div>
  );
}

function PullForm() {
  const { t } = useTranslation("admin");
  const [name, setName] = useState("");
  const pull = useOllamaAction(modelCalls.pullModel);
  const start = () => pull.mutate(name, { onSuccess: () => setName("") });
  return (
    <div>
      <div className="flex items-start gap-3">
        <TextField
          fieldClass="min-w-0 flex-1"
          label={t("ollama.name")}
          hint={t("ollama.nameHint")}
          className="font-mono"
          spellCheck={false}
          autoComplete="off"
          maxLength={MODEL_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value.trim())}
          // The field is inside the settings form, which Enter must not submit.
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (name !== "") start();
          }}
        />
        <BusyButton className="btn-line mt-[1.828rem]" busy={pull.isPending} disabled={name === ""} onClick={start}>
          {t("ollama.pull")}
        </BusyButton>
      </div>
      {pull.error && <NotDone className="mt-3" what={t("ollama.notPulled", { model: pull.variables })} error={pull.error} />}
    </div>
  );
}

/** Formats a number of bytes. */
function sizeOf(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1 ? `${formatNumber(Math.round(gigabytes * 10) / 10)} GB` : `${formatNumber(Math.round(bytes / 1e6))} MB`;
}
