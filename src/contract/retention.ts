/** How long conversations are kept, for one account and for the whole installation (product 12.1). */
export interface Retention {
  /** Days after the last message; 0: as long as the installation keeps them. */
  days: number;
  /** What the administrator has set; 0: forever. An account can keep conversations for this long at most. */
  operatorDays: number;
}

/** At most ten years. */
export const RETENTION_MAX = 3_650;

/** The days that count; 0: forever. */
export const keptFor = ({ days, operatorDays }: Retention): number =>
  days === 0 || operatorDays === 0 ? Math.max(days, operatorDays) : Math.min(days, operatorDays);
