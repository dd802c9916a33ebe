/** Made by scripts/landing-pictures.ts: the pictures of the three steps, by step, language and theme. */
export const STEP_PICTURES = {
  "paste-en-light": "paste-en-light-94d066c99e89.webp",
  "paste-en-dark": "paste-en-dark-ccc3988fb22a.webp",
  "teach-en-light": "teach-en-light-92dbe27f1d2c.webp",
  "teach-en-dark": "teach-en-dark-6e6875baecc5.webp",
  "embed-en-light": "embed-en-light-970ab4da149c.webp",
  "embed-en-dark": "embed-en-dark-4a661e69de81.webp",
  "paste-ms-light": "paste-ms-light-d797be104d86.webp",
  "paste-ms-dark": "paste-ms-dark-42d013f8060e.webp",
  "teach-ms-light": "teach-ms-light-b6b37542f6ee.webp",
  "teach-ms-dark": "teach-ms-dark-0f1f071c605c.webp",
  "embed-ms-light": "embed-ms-light-81a06c1ec2ee.webp",
  "embed-ms-dark": "embed-ms-dark-ac5668e1f3d6.webp",
} as const;
/** CSS pixels. */
export const STEP_SIZE = { width: 400, height: 280 };
