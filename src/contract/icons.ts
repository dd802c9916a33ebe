/**
 * Lucide's line icons, styled by frame.css (18 px, stroke 1.75). They are in the contract because the server renders
 * the box for the first paint.
 */
export const ICONS = {
  chat: "M7.9 20A9 9 0 1 0 4 16.1L2 22Z",
  close: "M18 6 6 18M6 6l12 12",
  reset: "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5",
  send: "m5 12 7-7 7 7M12 19V5",
} as const;
