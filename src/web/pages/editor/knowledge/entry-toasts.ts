/** Toasts about entries. Several in a row are one toast that counts them, and one Undo takes all of them back. */
import type { TFunction } from "i18next";
import { formatNumber } from "../../../text/format.ts";
import type { ToastOptions } from "../../../ui/toasts.ts";

type T = TFunction<"editor">;

export const addedToast = (t: T): ToastOptions => ({
  text: t("knowledge.added"),
  group: "entry added",
  textOfMany: (count) => t("knowledge.addedMany", { number: formatNumber(count) }),
});

export const deletedToast = (t: T, undo: () => void): ToastOptions => ({
  text: t("knowledge.deleted"),
  group: "entry deleted",
  textOfMany: (count) => t("knowledge.deletedMany", { number: formatNumber(count) }),
  action: { label: t("undo"), run: undo },
});

export const restoredToast = (t: T): ToastOptions => ({
  text: t("knowledge.restored"),
  group: "entry restored",
  textOfMany: (count) => t("knowledge.restoredMany", { number: formatNumber(count) }),
});
