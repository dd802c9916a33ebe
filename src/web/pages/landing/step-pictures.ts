/** Made by scripts/landing-pictures.ts: the pictures of the three steps, by step, language and theme. */
export const STEP_PICTURES = {
  "paste-en-light": "paste-en-light-a2c2cb6d17ed.webp",
  "paste-en-dark": "paste-en-dark-43964882957a.webp",
  "teach-en-light": "teach-en-light-3b128c045e2d.webp",
  "teach-en-dark": "teach-en-dark-397c70326dda.webp",
  "embed-en-light": "embed-en-light-1ca50d7a3925.webp",
  "embed-en-dark": "embed-en-dark-bad59a64ce42.webp",
  "paste-ms-light": "paste-ms-light-851f0b9bc1fd.webp",
  "paste-ms-dark": "paste-ms-dark-6091e80bca1c.webp",
  "teach-ms-light": "teach-ms-light-7d75ff8190dc.webp",
  "teach-ms-dark": "teach-ms-dark-59a2d4e787dc.webp",
  "embed-ms-light": "embed-ms-light-dccca1bc71cf.webp",
  "embed-ms-dark": "embed-ms-dark-d7fff6739302.webp",
} as const;
/** CSS pixels. */
export const STEP_SIZE = { width: 400, height: 280 };
