/** What visitors may know about an agent: what is kept, for how long, and who else gets it (product 20.5). */
export interface AgentPrivacy {
  chatName: string;
  /** The business whose agent it is; empty if its owner has given it no name. */
  business: string;
  /** Who runs the installation; may be empty. */
  operatorName: string;
  operatorContact: string;
  /** Days after the last message; 0: without an end. */
  keptDays: number;
  /** Whether visitors must agree to a text before their first message. */
  asksConsent: boolean;
  /** The companies whose models may write replies now. */
  replyVendors: string[];
  /** The companies that get a message to find the texts that fit it. */
  searchVendors: string[];
  /** Whether a model on the operator's own machines may write replies. */
  hasOwnModel: boolean;
}
