/** The theme: light, dark, or that of the system. The choice is stored in the browser, not in the account. */
export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const STORAGE_KEY = "sapa:theme";

/** The theme that was chosen in this browser; `system` when none was chosen or storage is refused. */
export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEME_CHOICES.find((choice) => choice === stored) ?? "system";
  } catch (error) {
    console.debug("theme: storage refused", error);
    return "system";
  }
}

/** Applies a theme to the document. Without `data-theme`, the style sheet follows the system. */
export function applyTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
}

/** Follows a change of theme in another tab. */
export function followTheme(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === STORAGE_KEY || key === null) applyTheme(readTheme());
  });
}

/** Applies and stores a choice. */
export function chooseTheme(choice: ThemeChoice): void {
  applyTheme(choice);
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch (error) {
    console.debug("theme: not remembered, storage refused", error);
  }
}
