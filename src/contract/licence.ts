/** `/licences.json`, which the build writes: what the executable contains besides our own code. */

export const LICENCES_PATH = "/licences.json";

export interface Licences {
  libraries: Library[];
  /** Libraries with the same text share it. */
  texts: string[];
}

export interface Library {
  name: string;
  version: string;
  /** As package.json says it, such as MIT. */
  licence: string;
  /** The index of the licence's text; null if the library comes without one. */
  text: number | null;
  /** Where the text is, if it is not in the list. */
  home?: string;
}
