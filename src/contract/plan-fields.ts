/**
 * The fields of a plan, one row for each. The types, the check of a save, the columns, the answers, the audit log and the
 * form's first values derive from this table; docs/recipes.md says what a new row needs. Everyone may read all of them,
 * because plans are for sale. Two are not in it: the name, which must be filled, and the price, which is RM on the wire
 * and sen everywhere else. Rules: product 2.
 */
import { byKindOf, collectFields } from "./fields.ts";

/** What a field of each kind holds. */
interface PlanKinds {
  /** How much an account may use: a whole number; 0 means nothing. */
  limit: number;
  months: number;
  /** 0 to 100, two decimals. */
  percent: number;
  flag: boolean;
}

type Row = {
  [Kind in keyof PlanKinds]: {
    /** The name of the column in the table `plans`. */
    column: string;
    kind: Kind;
    /** The value of a new plan. */
    initial: PlanKinds[Kind];
  };
}[keyof PlanKinds];

export const PLAN_FIELDS = {
  /** Messages per calendar month, in the configured time zone. */
  msgLimit: { column: "msg_limit", kind: "limit", initial: 0 },
  /** Agents that an account may have at one time. */
  chatLimit: { column: "chat_limit", kind: "limit", initial: 0 },
  /** Words in one knowledge text; an image's description may have a tenth of them. */
  knowledgeWordLimit: { column: "knowledge_word_limit", kind: "limit", initial: 0 },
  /** Knowledge entries of one agent that people typed. */
  addKnowledgeLimit: { column: "add_knowledge_limit", kind: "limit", initial: 0 },
  /** Sources of one agent: files, pages and websites that its knowledge is read from. */
  sourceLimit: { column: "source_limit", kind: "limit", initial: 0 },
  /** Pages that one agent's sources have together. A file counts as one. */
  pageLimit: { column: "page_limit", kind: "limit", initial: 0 },
  /** Words that are read from one agent's sources together. */
  totalWordLimit: { column: "total_word_limit", kind: "limit", initial: 0 },
  /** People that an account may have as members, the owner included. At least the owner is always allowed. */
  memberLimit: { column: "member_limit", kind: "limit", initial: 3 },
  validityMonths: { column: "validity_months", kind: "months", initial: 1 },
  discountPercentage: { column: "discount_bp", kind: "percent", initial: 0 },
  /** False: the administrator has taken the plan off sale. `isOnSale` decides whether the plan can be bought. */
  isOffered: { column: "is_offered", kind: "flag", initial: true },
} as const satisfies Record<string, Row>;

type Rows = typeof PLAN_FIELDS;
export type PlanField = keyof Rows;

/** One value for each field. */
export type PlanValues = { [Name in PlanField]: PlanKinds[Rows[Name]["kind"]] };
type LimitField = { [Name in PlanField]: Rows[Name] extends { kind: "limit" } ? Name : never }[PlanField];
export type PlanLimits = Pick<PlanValues, LimitField>;

export const PLAN_FIELD_NAMES = Object.keys(PLAN_FIELDS) as PlanField[];

/** Gives each field the entry that `made` has for the field's kind. */
export const byKind = <Made extends Record<keyof PlanKinds, unknown>>(made: Made) => byKindOf(PLAN_FIELDS, made);

/** Picks only the fields from an object that has more members. */
export const planValues = (of: PlanValues): PlanValues => collectFields<PlanField, PlanValues>(PLAN_FIELD_NAMES, (name) => of[name]);

const initials: { [Name in PlanField]: { initial: PlanValues[Name] } } = PLAN_FIELDS;
export const PLAN_DEFAULTS: PlanValues = collectFields(PLAN_FIELD_NAMES, (name) => initials[name].initial);
/** The initial values of the form for a new plan. */
export const NEW_PLAN = { planName: "", price: 0, ...PLAN_DEFAULTS };
