/** Members of a business, and what each role may do. */

/** From the least to the most: a role may do everything that the roles before it may do. */
export const MEMBER_ROLES = ["viewer", "replier", "editor", "owner"] as const;
/**
 * `viewer`: reads agents, conversations and figures. `replier`: also works on conversations. `editor`: also changes agents and
 * their knowledge, and publishes. `owner`: everything, also plans, payments and members.
 */
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const isMemberRole = (value: unknown): value is MemberRole => MEMBER_ROLES.some((role) => role === value);

/** Whether a member with the role `has` may do what needs the role `least`. Null: not a member. */
export const mayAct = (has: MemberRole | null | undefined, least: MemberRole): boolean =>
  has != null && MEMBER_ROLES.indexOf(has) >= MEMBER_ROLES.indexOf(least);

/**
 * The header with the id of the business that a request is about. Each tab sends its own, so that two tabs with two businesses
 * never mix. Without it, a request is about the person's first business.
 */
export const BUSINESS_HEADER = "Sapa-Account";
