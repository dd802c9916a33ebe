import { test } from "bun:test";
import { ENGINE } from "./database.ts";

/**
 * A test of what only SQLite's files can suffer. There are at most three; test/postgres/outages.test.ts has what
 * PostgreSQL can suffer.
 */
export const testOfSqliteFiles = ENGINE === "sqlite" ? test : test.skip;
