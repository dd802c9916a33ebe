import { useMutation } from "@tanstack/react-query";
import { fieldsOf } from "../../../api.ts";

/** Saves the values of a dialog and gives its form, fields and foot their state. `send` gets the values as they were when it was submitted. */
export function useDialogSave<Values>(values: Values, send: (values: Values) => Promise<unknown>, onSaved: () => void) {
  const save = useMutation({ mutationFn: send, onSuccess: onSaved });
  const start = () => save.mutate(values);
  const errors = fieldsOf(save.error);
  return {
    error: save.error,
    /** Refused fields, by name. */
    errors,
    reset: save.reset,
    form: { onSubmit: start, refusal: save.error, noValidate: true },
    /** `isTold`: the dialog itself shows why the save was refused. */
    foot: (isTold = false) => ({
      isBusy: save.isPending,
      error: isTold || Object.keys(errors).length > 0 ? null : save.error,
      onRetry: start,
    }),
  };
}
