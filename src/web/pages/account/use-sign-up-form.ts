import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormValues } from "../../ui/forms/use-form-values.ts";
import { checkSignUp, type SignUpField, type SignUpProblems, type SignUpValues } from "./entrance-form.ts";

/**
 * The fields of a new login, as sign-up and invitations have them. What is wrong with a field is said when it is left and when the
 * form is sent, and no longer once the field is changed.
 */
export function useSignUpForm(first: SignUpValues) {
  const { t } = useTranslation("entrance");
  const { values, bind } = useFormValues(first);
  const [problems, setProblems] = useState<SignUpProblems>({});
  /** What the last attempt found wrong; null if it was sent. */
  const [found, setFound] = useState<SignUpProblems | null>(null);
  return {
    values,
    found,
    /** Looks at all fields, before they are sent. @returns whether they can be. */
    check(): boolean {
      const wrong = checkSignUp(values);
      const isGood = Object.keys(wrong).length === 0;
      setProblems(wrong);
      setFound(isGood ? null : wrong);
      return isGood;
    },
    /** The properties of a field. `refused`: what the server says about it. */
    bind(name: SignUpField, refused?: string) {
      const problem = problems[name];
      const typed = bind(name);
      return {
        name,
        ...typed,
        error: problem ? t(problem) : refused,
        required: true,
        hasRoomForError: true,
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          typed.onChange(event);
          if (problem) setProblems({ ...problems, [name]: undefined });
        },
        // A field that is left empty is refused only together with the others, when the form is sent.
        onBlur: () => {
          if (values[name] !== "") setProblems({ ...problems, [name]: checkSignUp(values)[name] });
        },
      };
    },
  };
}
