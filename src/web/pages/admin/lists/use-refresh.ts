import { useQueryClient } from "@tanstack/react-query";
import { ADMIN_KEY } from "../admin-queries.ts";

/** Reloads all lists and the overview, because a change by the administrator can appear in any of them. */
export function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
}
