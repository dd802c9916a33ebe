/** Second factors: the second step of a login, and a person's own factors. */
import { factorApi } from "../../contract/calls/factors.schema.ts";
import { findPerson } from "../accounts/store.ts";
import type { Clock } from "../platform/clock.ts";
import { notFound } from "../platform/errors.ts";
import { addressKey } from "../platform/http/address.ts";
import { mount, type Viewer } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import { createLogin } from "./login.ts";
import {
  challengeOwn,
  confirmApp,
  confirmPasskey,
  type OwnFactorDeps,
  presentFactors,
  proveSelf,
  remakeCodes,
  removeApp,
  removePasskey,
  type Self,
  startApp,
  startPasskey,
} from "./own-factors.ts";
import { FACTOR_USES } from "./second-factor.ts";

interface Deps extends OwnFactorDeps {
  clock: Clock;
  http: Http;
}

/** These calls work while a required factor is missing: with them, it is set up. */
const SETTING_UP = { isForSetUp: true } as const;
const LIMITED = { ...SETTING_UP, limit: FACTOR_USES } as const;

export function factorRoutes(deps: Deps) {
  const { db, http } = deps;
  const login = createLogin(deps);
  const self = async ({ viewer, address, request }: { viewer: Viewer; address: string; request: Request }): Promise<Self> => {
    const account = await findPerson(db, viewer.userId);
    if (!account) throw notFound();
    return { account, viewer, address, request };
  };
  return mount("factors", [
    http.endpoint(factorApi.takeSecondStep, { limit: FACTOR_USES }, async ({ body, request, address }) =>
      login.takeSecondStep(body, { request, address }),
    ),
    http.endpoint(factorApi.startPasskeyLogin, { limit: FACTOR_USES }, async ({ body, request }) =>
      login.startPasskey(body.token, request),
    ),
    http.endpoint(factorApi.logInWithPasskey, { limit: FACTOR_USES }, async ({ body, request, address }) =>
      login.logInWithPasskey(body, { request, address }),
    ),
    http.endpoint(factorApi.fetchFactors, SETTING_UP, async (received) => presentFactors(deps, await self(received))),
    http.endpoint(factorApi.challengeOwn, LIMITED, async (received) => challengeOwn(deps, await self(received))),
    http.endpoint(factorApi.proveSelf, LIMITED, async (received) => {
      const asker = { from: addressKey(received.address), signal: received.request.signal };
      return proveSelf(deps, await self(received), received.body, asker);
    }),
    http.endpoint(factorApi.startApp, LIMITED, async (received) => startApp(deps, await self(received), received.body.proof)),
    http.endpoint(factorApi.confirmApp, LIMITED, async (received) => confirmApp(deps, await self(received), received.body)),
    http.endpoint(factorApi.removeApp, LIMITED, async (received) => removeApp(deps, await self(received), received.body.proof)),
    http.endpoint(factorApi.startPasskey, LIMITED, async (received) => startPasskey(deps, await self(received), received.body.proof)),
    http.endpoint(factorApi.confirmPasskey, LIMITED, async (received) => confirmPasskey(deps, await self(received), received.body)),
    http.endpoint(factorApi.removePasskey, LIMITED, async (received) => {
      await removePasskey(deps, await self(received), { proof: received.body.proof, id: received.params.passkeyId });
    }),
    http.endpoint(factorApi.makeRecoveryCodes, LIMITED, async (received) => remakeCodes(deps, await self(received), received.body.proof)),
  ]);
}
