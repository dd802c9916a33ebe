/** Links with which one account can be made while sign-up is by invitation. */

export const INVITATION_NOTE_MAX = 100;
export const INVITATION_DAYS = { fallback: 14, max: 90 } as const;
/** Longer than any token of ours. */
export const INVITATION_TOKEN_MAX = 100;

export interface Invitation {
  id: string;
  /** For the administrator: whom the link is for. */
  note: string;
  /** ISO 8601 UTC. */
  createdAt: string;
  expiresAt: string;
  /** Null: not used yet. */
  usedAt: string | null;
  /** The account that was made with it; empty if there is none. */
  username: string;
}

/** The answer that makes an invitation: the only one with its token, which is a part of the link. */
export interface NewInvitation extends Invitation {
  token: string;
  /** Null while the installation does not know its public address: the browser then makes the link from its own. */
  link: string | null;
}

export interface InvitationPage {
  invitations: Invitation[];
  total: number;
  totalPages: number;
}
