/** Made by scripts/landing-pictures.ts: the pictures of the three steps, by step, language and theme. */
export const STEP_PICTURES = {
  "paste-en-light": "paste-en-light-a2c2cb6d17ed.webp",
  "paste-en-dark": "paste-en-dark-43964882957a.webp",
  "teach-en-light": "teach-en-light-3b128c045e2d.webp",
  "teach-en-dark": "teach-en-dark-397c70326dda.webp",
  "embed-en-light": "embed-en-light-970ab4da149c.webp",
  "embed-en-dark": "embed-en-dark-4a661e69de81.webp",
  "paste-ms-light": "paste-ms-light-851f0b9bc1fd.webp",
  "paste-ms-dark": "paste-ms-dark-6091e80bca1c.webp",
  "teach-ms-light": "teach-ms-light-7d75ff8190dc.webp",
  "teach-ms-dark": "teach-ms-dark-59a2d4e787dc.webp",
  "embed-ms-light": "embed-ms-light-81a06c1ec2ee.webp",
  "embed-ms-dark": "embed-ms-dark-ac5668e1f3d6.webp",
} as const;
/** CSS pixels. */
export const STEP_SIZE = { width: 400, height: 280 };
