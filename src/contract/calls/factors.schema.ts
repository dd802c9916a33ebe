import {
  appConfirmation,
  newPasskey,
  passkeyLogin,
  passkeyLoginStart,
  proofInput,
  provenInput,
  secondStepInput,
} from "../factor.schema.ts";
import { describe } from "./call.schema.ts";
import { factorCalls } from "./factors.ts";

export const factorApi = describe(factorCalls, {
  takeSecondStep: { body: secondStepInput },
  startPasskeyLogin: { body: passkeyLoginStart },
  logInWithPasskey: { body: passkeyLogin },
  proveSelf: { body: proofInput },
  startApp: { body: provenInput },
  confirmApp: { body: appConfirmation },
  removeApp: { body: provenInput },
  startPasskey: { body: provenInput },
  confirmPasskey: { body: newPasskey },
  removePasskey: { body: provenInput },
  makeRecoveryCodes: { body: provenInput },
});
