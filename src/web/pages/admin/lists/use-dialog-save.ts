import { useMutation } from "@tanstack/react-query";
import { fieldsOf } from "../../../api.ts";

/** Saving from a dialog: what its form, its fields and its foot need to know. `send` is called with what the dialog holds now. */
export function useDialogSave(send: () => Promise<unknown>, onSaved: () => void) {
  const save = useMutation({ mutationFn: send, onSuccess: onSaved });
  const start = () => save.mutate();
  const errors = fieldsOf(save.error);
  return {
    error: save.error,
    /** Refused fields, by name. */
    errors,
    reset: save.reset,
    form: { onSubmit: start, refusal: save.error, noValidate: true },
    /** `isTold`: the dialog itself says why it was refused. */
    foot: (isTold = false) => ({
      isBusy: save.isPending,
      error: isTold || Object.keys(errors).length > 0 ? null : save.error,
      onRetry: start,
    }),
  };
}
