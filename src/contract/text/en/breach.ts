import type { BreachTexts } from "../breach.ts";

export const breach: BreachTexts = {
  fill: "[please fill in]",
  toCommissioner: `To the Personal Data Protection Commissioner, Malaysia

Notification of a personal data breach

1. Data controller: {{operator}}
   Contact: {{contact}}

2. When we discovered it: {{noticed}}
   When it happened: from {{from}} to {{to}}

3. What happened: {{fill}}

4. Personal data concerned: names and email addresses of account holders; messages of visitors to the chats of these accounts; names and email addresses of visitors where a website passed them on.
   Accounts: {{accounts}}
   Chats (agents): {{agents}}
   Conversations: {{conversations}}, of {{visitors}} visitors

5. Possible consequences for the persons concerned: {{fill}}

6. What we have done, and will do: {{fill}}

7. When and how the persons concerned are informed: {{fill}}

Name, position, date: {{fill}}
`,
  toPersons: `Dear customer,

We are writing to tell you that personal data you gave us may have been seen or taken by someone without permission.

What happened: {{fill}}
When: from {{from}} to {{to}}. We discovered this on {{noticed}}.

What data is affected: {{fill}}

What you can do: choose a new password, also wherever you use the same one. Be careful with messages that ask you for money or passwords in our name. {{fill}}

What we have done: {{fill}}

We are sorry for this. If you have questions, write to us: {{contact}}

{{operator}}
`,
};
