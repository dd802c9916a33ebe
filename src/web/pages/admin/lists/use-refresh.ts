import { useQueryClient } from "@tanstack/react-query";
import { ADMIN_KEY } from "../admin-queries.ts";

/** Whatever the administrator changes may show in any of the lists and in the overview. */
export function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
}
