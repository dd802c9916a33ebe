import { afterAll, beforeEach, expect, test } from "bun:test";
import { BUSINESS_HEADER } from "../contract/member.ts";
import type { SessionUser } from "../contract/user.ts";
import { identityOf } from "./api.ts";
import { beginDocument, forgetChoices } from "./business.ts";
import { chooseBusiness, endSession, keptOf, loseBusiness, readSession, refreshStoredUser, startSession } from "./session.ts";

/** What a browser stores, for all tabs or for one. */
function createStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    get length() {
      return items.size;
    },
  };
}

const before = { local: globalThis.localStorage, tab: globalThis.sessionStorage };
const set = (local: Storage, tab: Storage) => Object.assign(globalThis, { localStorage: local, sessionStorage: tab });
afterAll(() => set(before.local, before.tab));

const own = keptOf({ id: "own", username: "badrul", displayName: "Kedai Badrul", personId: "p1", memberRole: "owner" } as SessionUser);
const shared: SessionUser = { ...own, id: "shared", displayName: "Rotan Meru", memberRole: "editor" };
/** Chooses a business, and loads the page again. */
function switchTo(user: SessionUser): void {
  chooseBusiness(user);
  beginDocument();
}
const header = () => identityOf("t")[BUSINESS_HEADER];

beforeEach(() => {
  set(createStorage(), createStorage());
  forgetChoices();
  startSession({ ...own, token: "t" });
});

test("a tab begins with the person's first business, and names it in its calls", () => {
  expect([readSession().user?.id, header()]).toEqual(["own", "own"]);
});

test("a switch changes this tab, and a tab that has its own business keeps it", () => {
  readSession();
  const other = sessionStorage;
  const here = createStorage();
  set(localStorage, here);
  switchTo(shared);
  expect([readSession().user?.id, readSession().user?.memberRole, header()]).toEqual(["shared", "editor", "shared"]);
  // The other tab reads the same browser's storage.
  set(localStorage, other);
  beginDocument();
  expect([readSession().user?.id, header()]).toEqual(["own", "own"]);
});

test("a new role or name of the business in this tab is kept, and the stored business of the person stays as it is", () => {
  switchTo(shared);
  refreshStoredUser({ ...shared, memberRole: "viewer", displayName: "Rotan Meru Sdn Bhd" });
  expect(readSession().user).toMatchObject({ id: "shared", memberRole: "viewer", displayName: "Rotan Meru Sdn Bhd" });
  expect(JSON.parse(localStorage.getItem("user") ?? "{}")).toMatchObject({ id: "own", memberRole: "owner" });
});

test("the business of another person, who used this tab before, is not shown", () => {
  switchTo(shared);
  startSession({ ...own, id: "hers", personId: "p2", displayName: "Kedai Chong", token: "t2" });
  expect([readSession().user?.id, header()]).toEqual(["hers", "hers"]);
});

test("a tab that has lost its business goes on with what is left", () => {
  switchTo(shared);
  expect(header()).toBe("shared");
  loseBusiness("Rotan Meru", own);
  expect(header()).toBe("shared");
  beginDocument();
  expect([readSession().user?.id, header()]).toEqual(["own", "own"]);
});

test("without a business, and about the person alone, a call names none", () => {
  switchTo(shared);
  expect(identityOf("t", true)[BUSINESS_HEADER]).toBeUndefined();
  loseBusiness("Rotan Meru", { ...own, id: "p1", memberRole: null });
  beginDocument();
  expect([readSession().user?.memberRole, header()]).toEqual([null, undefined]);
});

test("a page that was loaded for one business never names another one, whatever was chosen since", () => {
  expect(header()).toBe("own");
  chooseBusiness(shared);
  expect([readSession().user?.id, header()]).toEqual(["own", "own"]);
  // An answer about the page's own business arrives late.
  refreshStoredUser({ ...own, displayName: "Kedai Baharu" });
  expect([readSession().user?.displayName, header()]).toEqual(["Kedai Baharu", "own"]);
  beginDocument();
  expect([readSession().user?.id, header()]).toEqual(["shared", "shared"]);
});

test("nothing of the businesses is left in the browser after signing out", () => {
  switchTo(shared);
  expect(header()).toBe("shared");
  endSession("person");
  for (const storage of [localStorage, sessionStorage]) {
    expect([storage.getItem("sapa.business"), storage.getItem("sapa.latest-business")]).toEqual([null, null]);
  }
});
