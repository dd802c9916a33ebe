/** The AI models an administrator may choose, by provider group. Source: spec.md §3 "AI model choices". */

interface ModelGroup {
  label: string;
  models: readonly string[];
}

export const MODEL_GROUPS: readonly ModelGroup[] = [
  { label: "OpenAI", models: ["gpt-4o", "gpt-4o-mini", "gpt-4-turbo", "gpt-4", "gpt-3.5-turbo"] },
  { label: "Anthropic", models: ["claude-3-5-sonnet", "claude-3-opus", "claude-3-sonnet", "claude-3-haiku", "claude-2"] },
  { label: "Google", models: ["gemini-1.5-pro", "gemini-1.5-flash", "gemini-pro"] },
  { label: "Groq (Fast & Free)", models: ["groq-llama-3.1-70b", "groq-llama-3.1-8b", "groq-mixtral-8x7b", "groq-gemma-7b"] },
  { label: "DeepSeek (Affordable)", models: ["deepseek-chat", "deepseek-coder"] },
  { label: "Mistral", models: ["mistral-large", "mistral-medium", "mistral-small", "mistral-tiny"] },
  { label: "Cohere", models: ["cohere-command-r-plus", "cohere-command-r", "cohere-command"] },
];

const PREMIUM: ReadonlySet<string> = new Set([
  "gpt-4o",
  "gpt-4-turbo",
  "gpt-4",
  "claude-3-5-sonnet",
  "claude-3-opus",
  "gemini-1.5-pro",
  "mistral-large",
  "cohere-command-r-plus",
]);

/** How a model reads in the list. */
export function modelLabel(model: string): string {
  return PREMIUM.has(model) ? `${model} (Premium)` : model;
}

/** Whether a model is in the list; others (an Ollama model, a typed-in one) can be stored by the API. */
export function isListed(model: string): boolean {
  return MODEL_GROUPS.some((group) => group.models.includes(model));
}
