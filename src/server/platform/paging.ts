/** Finds a page near the end of a long list without reading all rows before it. */

export interface Stretch {
  /** Whether to read in reverse order, because the page is nearer to the list's end. */
  isReversed: boolean;
  limit: number;
  offset: number;
}

/** The position of a page, counted from the nearer end of the list. */
export function fromNearerEnd(page: { limit: number; offset: number }, total: number): Stretch {
  const { limit, offset } = page;
  const behind = total - offset;
  if (offset <= behind) return { isReversed: false, limit, offset };
  return { isReversed: true, limit: Math.max(0, Math.min(limit, behind)), offset: Math.max(0, behind - limit) };
}
