/** Second factors: the second step of a login, and the own factors on the page of the account. */
import type {
  appConfirmation,
  newPasskey,
  passkeyLogin,
  passkeyLoginStart,
  proofInput,
  provenInput,
  secondStepInput,
} from "../factor.schema.ts";
import type { FactorAdded, NewApp, OwnFactors, PasskeyChallenge } from "../factor.ts";
import type { SignedIn } from "../user.ts";
import { call } from "./call.ts";

/** The cookie that binds a login to its browser is sent and taken. */
const BOUND = { hasCookie: true } as const;

export const factorCalls = {
  /** Ends a login with a code of the app, or with a recovery code. */
  takeSecondStep: call<{ body: typeof secondStepInput; answer: SignedIn }>()("POST", "/api/login/second-step", "anyone", BOUND),
  startPasskeyLogin: call<{ body: typeof passkeyLoginStart; answer: PasskeyChallenge }>()(
    "POST",
    "/api/login/passkey/start",
    "anyone",
    BOUND,
  ),
  logInWithPasskey: call<{ body: typeof passkeyLogin; answer: SignedIn }>()("POST", "/api/login/passkey", "anyone", BOUND),
  fetchFactors: call<{ answer: OwnFactors }>()("GET", "/api/account/factors", "person"),
  /** A challenge for a passkey of the person, to show who asks. */
  challengeOwn: call<{ answer: PasskeyChallenge }>()("POST", "/api/account/factors/challenge", "person"),
  /** The proof allows one change within five minutes. */
  proveSelf: call<{ body: typeof proofInput; answer: { proof: string } }>()("POST", "/api/account/factors/proof", "person"),
  startApp: call<{ body: typeof provenInput; answer: NewApp }>()("POST", "/api/account/factors/app", "person"),
  confirmApp: call<{ body: typeof appConfirmation; answer: FactorAdded }>()("POST", "/api/account/factors/app/confirm", "person"),
  removeApp: call<{ body: typeof provenInput }>()("POST", "/api/account/factors/app/remove", "person"),
  startPasskey: call<{ body: typeof provenInput; answer: PasskeyChallenge }>()("POST", "/api/account/factors/passkeys", "person"),
  confirmPasskey: call<{ body: typeof newPasskey; answer: FactorAdded }>()("POST", "/api/account/factors/passkeys/confirm", "person"),
  removePasskey: call<{ body: typeof provenInput }>()("POST", "/api/account/factors/passkeys/:passkeyId/remove", "person"),
  makeRecoveryCodes: call<{ body: typeof provenInput; answer: { recoveryCodes: string[] } }>()(
    "POST",
    "/api/account/factors/codes",
    "person",
  ),
};
