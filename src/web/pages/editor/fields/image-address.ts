/** What is wrong with an image's address that an owner has typed. The described text (product 4.4) is part of each message. */
import type { TFunction } from "i18next";
import { IMAGE_URL_INVALID, IMAGE_URL_REQUIRED, isImageUrl, isPictureUrl } from "../../../../contract/knowledge.ts";

/** For a picture of the agent's appearance. */
export const pictureRefusal = (t: TFunction<"editor">): string => t("image.start", { described: IMAGE_URL_INVALID });

/** For the image of a knowledge entry. Empty when the address may be used. */
export function entryImageProblem(t: TFunction<"editor">, address: string): string {
  if (isImageUrl(address)) return "";
  if (address === "") return t("image.required", { described: IMAGE_URL_REQUIRED });
  return isPictureUrl(address) ? t("image.ending", { described: IMAGE_URL_INVALID }) : pictureRefusal(t);
}
