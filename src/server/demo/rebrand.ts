/** What changes together with the product's name and pictures, in the transaction of the settings. */
import { keepBrandPictures } from "../files/brand-pictures.ts";
import type { AlsoChange } from "../settings/settings.ts";
import { keepSystemAccount } from "./demo.ts";
import { renameProduct } from "./rename.ts";

export const rebrand: AlsoChange = async (tx, { sent, now, author }) => {
  await keepBrandPictures(tx, () => keepSystemAccount(tx), sent);
  await renameProduct(tx, now, author);
};
