import { z } from "zod";
import { CHECKS } from "./doctor.ts";

export const checkInput = z.object({ check: z.enum(CHECKS) });
