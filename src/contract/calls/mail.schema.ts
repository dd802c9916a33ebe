import { mailTestInput } from "../mail.schema.ts";
import { describe } from "./call.schema.ts";
import { mailCalls } from "./mail.ts";

export const mailApi = describe(mailCalls, { testMail: { body: mailTestInput } });
