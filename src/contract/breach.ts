/** Who may have been touched by a breach of data: the accounts, agents and conversations that were in use within a time. */
export interface Breach {
  accounts: number;
  agents: number;
  conversations: number;
  visitors: number;
}
