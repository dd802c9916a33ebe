import { queryOptions } from "@tanstack/react-query";
import { backupCalls } from "../../../../contract/calls/backups.ts";
import { call } from "../../../api.ts";
import { ADMIN_KEY } from "../admin-queries.ts";

const RUNNING_EVERY_MS = 1_000;
const IDLE_EVERY_MS = 30_000;

/** Asked for often while a backup is being made, so that its progress moves. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: [ADMIN_KEY, "backups"],
    queryFn: ({ signal }) => call(backupCalls.fetchBackups, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? RUNNING_EVERY_MS : IDLE_EVERY_MS),
  });
