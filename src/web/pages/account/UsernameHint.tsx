import { useTranslation } from "react-i18next";
import { namesOf } from "./entrance-form.ts";

/** Shows the username that a typed name becomes. */
export function UsernameHint({ typed, otherwise }: { typed: string; otherwise: string }) {
  const { t } = useTranslation("entrance");
  const { username, displayName } = namesOf(typed);
  return <span role="status">{displayName && username ? t("signup.usernameWillBe", { username }) : otherwise}</span>;
}
