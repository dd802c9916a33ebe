/** How a page far down a list is found without walking there. */

export interface Stretch {
  /** The order turned round: the page is nearer to the list's end. */
  isReversed: boolean;
  limit: number;
  offset: number;
}

/** A page's place, counted from whichever end of the list is nearer. */
export function fromNearerEnd(page: { limit: number; offset: number }, total: number): Stretch {
  const { limit, offset } = page;
  const behind = total - offset;
  if (offset <= behind) return { isReversed: false, limit, offset };
  return { isReversed: true, limit: Math.max(0, Math.min(limit, behind)), offset: Math.max(0, behind - limit) };
}
