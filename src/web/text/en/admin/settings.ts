/** Settings tab. */
export const settings = {
  "settings.title": "Settings",
  "settings.ai": "AI Model Settings",
  "settings.model": "AI Model",
  "settings.modelHint": "Without a key, agents answer only from their own knowledge.",
  "settings.wrongAnswers": "Wrong answers of the built-in answerer",
  "settings.wrongAnswersOf": "At most {{number}} of 100 questions",
  "settings.wrongAnswersHint":
    "It answers when no model does. The fewer wrong answers you allow, the more often it says that it does not know.",
  "settings.apiKey": "API Key",
  "settings.allowSums": "Let models add and subtract prices",
  "settings.allowSumsHint":
    "A reply may then also state the sum or the difference of two prices that the agent knows. All other prices are stopped, unless the owner has switched the check off.",
  "settings.secretHint": "Stored encrypted. The dots stand for the stored value; type a new one to replace it.",
  "settings.payment": "Payment Settings",
  "settings.billplzApiKey": "Billplz API Key",
  "settings.billplzCollectionId": "Billplz Collection ID",
  "settings.billplzXSignatureKey": "Billplz X Signature Key",
  "settings.sandbox": "Sandbox Mode",
  "settings.sandboxHint": "Bills are created in Billplz's test system, and no money is paid.",
  "settings.save": "Save Settings",
  "settings.saved": "Settings saved successfully!",
  "settings.failed": "Failed to save settings.",
} as const;
