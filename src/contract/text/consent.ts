/** The texts around the question for a visitor's consent. They are loaded only where an agent asks. */
export interface AskConsentText {
  /** The name of the question, for screen readers. */
  label: string;
  agree: string;
  /** The link to the page about what the agent keeps. */
  privacy: string;
}
