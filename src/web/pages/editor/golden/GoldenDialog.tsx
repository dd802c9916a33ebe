import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BodyOf } from "../../../../contract/calls/call.ts";
import { goldenCalls } from "../../../../contract/calls/golden.ts";
import { GOLDEN_MAX, type GoldenExpectations, type GoldenQuestion } from "../../../../contract/golden.ts";
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from "../../../../contract/language.ts";
import { call, fieldsOf, messageOf } from "../../../api.ts";
import { goldenKey } from "../../../golden-queries.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { DIALOG_FOOT, Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Form } from "../../../ui/forms/Form.tsx";
import { Switch } from "../../../ui/forms/Switch.tsx";
import { useToast } from "../../../ui/Toast.tsx";

interface GoldenDialogProps {
  chatId: string;
  golden: GoldenQuestion;
  onClose: () => void;
}

type Input = BodyOf<typeof goldenCalls.updateGolden>;

/** Changes a test question, and what is expected of its answer. */
export function GoldenDialog({ chatId, golden, onClose }: GoldenDialogProps) {
  const { t } = useTranslation("golden");
  const [question, setQuestion] = useState(golden.question);
  const [expects, setExpects] = useState(golden.expects);
  const { save, remove } = useChanges(chatId, golden.id, onClose);
  const problem = fieldsOf(save.error).question;
  const change = (patch: Partial<GoldenExpectations>) => setExpects((now) => ({ ...now, ...patch }));
  return (
    <Dialog title={t("golden.editTitle")} onClose={onClose}>
      <Form onSubmit={() => save.mutate({ question, expects })} refusal={save.error} noValidate className="space-y-5">
        <QuestionField question={question} problem={problem} onChange={setQuestion} />
        <Choice
          legend={t("golden.expected")}
          value={expects.isUnknown ? "unknown" : "knows"}
          options={[
            { value: "knows", label: t("golden.knows") },
            { value: "unknown", label: t("golden.unknown") },
          ]}
          onChange={(value) => change({ isUnknown: value === "unknown" })}
        />
        {!expects.isUnknown && <Known golden={golden} expects={expects} change={change} />}
        <TextList
          label={t("golden.neverSays")}
          hint={t("golden.neverSaysHint")}
          texts={expects.neverSays}
          onChange={(neverSays) => change({ neverSays })}
        />
        <LanguageField language={expects.language} onChange={(language) => change({ language })} />
        {save.error && problem === undefined && <Alert>{messageOf(save.error, t("golden.saveFailed"))}</Alert>}
        <div className={`${DIALOG_FOOT} -mx-6 -mb-6`}>
          <BusyButton className="btn-ghost -ms-3 me-auto text-error" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t("golden.delete")}
          </BusyButton>
          <BusyButton type="submit" className="btn-primary" busy={save.isPending} disabled={question.trim() === ""}>
            {t("golden.save")}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface QuestionFieldProps {
  question: string;
  problem: string | undefined;
  onChange: (question: string) => void;
}

/** One line that grows with its text; Enter saves. */
function QuestionField({ question, problem, onChange }: QuestionFieldProps) {
  const { t } = useTranslation("golden");
  return (
    <Field label={t("golden.question")} error={problem}>
      {(control) => (
        <textarea
          {...control}
          rows={1}
          className="textarea field-sizing-content min-h-0 resize-none"
          value={question}
          maxLength={GOLDEN_MAX.length}
          onChange={({ target }) => onChange(target.value.replaceAll("\n", " "))}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
}

type ExpectedLanguage = GoldenExpectations["language"];

/** The language that an answer must have; any, if none is chosen. */
function LanguageField({ language, onChange }: { language: ExpectedLanguage; onChange: (language: ExpectedLanguage) => void }) {
  const { t } = useTranslation("golden");
  return (
    <Field label={t("golden.language")}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={language ?? ""}
          onChange={({ target }) => onChange(isLanguage(target.value) ? target.value : null)}
        >
          <option value="">{t("golden.anyLanguage")}</option>
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function useChanges(chatId: string, goldenId: string, onClose: () => void) {
  const { t } = useTranslation("golden");
  const toast = useToast();
  const queryClient = useQueryClient();
  const params = { chatId, goldenId };
  const end = () => {
    onClose();
    return queryClient.invalidateQueries({ queryKey: goldenKey(chatId) });
  };
  const save = useMutation({ mutationFn: (body: Input) => call(goldenCalls.updateGolden, { params, body }), onSuccess: end });
  const remove = useMutation({
    mutationFn: () => call(goldenCalls.removeGolden, { params }),
    onSuccess: () => {
      toast({ text: t("golden.deleted") });
      return end();
    },
    onError: (error) => toast({ text: messageOf(error, t("golden.deleteFailed")), tone: "error" }),
  });
  return { save, remove };
}

interface KnownProps {
  golden: GoldenQuestion;
  expects: GoldenExpectations;
  change: (patch: Partial<GoldenExpectations>) => void;
}

/** What an answer must say, and the entry that it must come from. */
function Known({ golden, expects, change }: KnownProps) {
  const { t } = useTranslation("golden");
  const { entryId } = golden.expects;
  const title = golden.entryTitle;
  return (
    <>
      <TextList label={t("golden.says")} hint={t("golden.saysHint")} texts={expects.says} onChange={(says) => change({ says })} />
      {entryId !== null && (
        <Switch
          label={title === null ? t("golden.entryDeleted") : t("golden.entry", { title })}
          hint={t("golden.entryHint")}
          value={expects.entryId !== null}
          onChange={(isExpected) => change({ entryId: isExpected ? entryId : null })}
        />
      )}
    </>
  );
}

interface TextListProps {
  label: string;
  hint: string;
  texts: readonly string[];
  onChange: (texts: string[]) => void;
}

/** Texts, one on each line. What was typed stays as it is until the dialog closes. */
function TextList({ label, hint, texts, onChange }: TextListProps) {
  const [typed, setTyped] = useState(texts.join("\n"));
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          className="textarea field-sizing-content max-h-40"
          value={typed}
          maxLength={GOLDEN_MAX.texts * GOLDEN_MAX.textLength}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value.split("\n").filter((line) => line.trim() !== ""));
          }}
        />
      )}
    </Field>
  );
}
