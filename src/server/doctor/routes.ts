import { operationApi } from "../../contract/calls/operation.schema.ts";
import type { CheckId, Finding } from "../../contract/doctor.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Patient } from "./check.ts";
import { examineOne } from "./examine.ts";

/** A page asks for every check once. Some read the whole database, or ask a vendor. */
const CHECKS_RULE: RateRule = { name: "doctor", max: 100, perMs: 60_000 };

interface Deps {
  http: Http;
  patient: Patient;
}

export function doctorRoutes({ http, patient }: Deps) {
  const check = shareChecks((id) => examineOne(patient, id));
  return mount("doctor", [http.endpoint(operationApi.makeCheck, { limit: CHECKS_RULE }, ({ body }) => check(body.check))]);
}

/** Whoever asks for a check that is being made gets its result: one that reads the whole database runs once at a time. */
export function shareChecks(make: (id: CheckId) => Promise<Finding>): (id: CheckId) => Promise<Finding> {
  const running = new Map<CheckId, Promise<Finding>>();
  return (id) => {
    const known = running.get(id);
    if (known) return known;
    const begun = make(id).finally(() => running.delete(id));
    running.set(id, begun);
    return begun;
  };
}
