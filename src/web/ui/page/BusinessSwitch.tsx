import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { memberCalls } from "../../../contract/calls/members.ts";
import type { OwnBusiness } from "../../../contract/member.ts";
import type { SessionUser } from "../../../contract/user.ts";
import { call } from "../../api.ts";
import { openBusiness } from "../../open-business.ts";
import { useSession } from "../../use-session.ts";

/** Longer lists are on the page of all businesses, which has a search. */
const SHORT_LIST = 8;

/** The first ones, and the business on screen in any case. */
function shortened(businesses: readonly OwnBusiness[], shownId: string): readonly OwnBusiness[] {
  const first = businesses.slice(0, SHORT_LIST);
  const shown = businesses.find(({ id }) => id === shownId);
  return shown && !first.includes(shown) ? [shown, ...first.slice(1)] : first;
}

/** The businesses of the person, in the account menu. Nothing while there is only one. A switch changes this tab alone. */
export function BusinessSwitch({ user, isOpen }: { user: SessionUser; isOpen: boolean }) {
  const { t } = useTranslation();
  // A view is of one business.
  const { isView } = useSession();
  const { data } = useQuery({
    queryKey: ["businesses"],
    queryFn: ({ signal }) => call(memberCalls.listBusinesses, { signal }),
    enabled: isOpen && !isView && user.personId !== undefined,
  });
  const businesses = data?.businesses ?? [];
  if (businesses.length < 2) return null;
  return (
    <section aria-label={t("account.businesses")} className="mb-2 max-h-[min(25rem,40vh)] overflow-y-auto border-b border-base-300 pb-2">
      <p aria-hidden="true" className="px-3 py-1 text-sm text-quiet">
        {t("account.businesses")}
      </p>
      {shortened(businesses, user.id).map(({ id, name, role }) => (
        <button
          key={id}
          type="button"
          aria-current={id === user.id}
          className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-start hover:bg-base-200"
          onClick={() => {
            if (id !== user.id) openBusiness(user, { id, name, role });
          }}
        >
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {id === user.id && <Check size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
        </button>
      ))}
    </section>
  );
}
