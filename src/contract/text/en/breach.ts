import type { BreachTexts } from "../breach.ts";

export const breach: BreachTexts = {
  fill: "[please fill in]",
  toCommissioner: `To the Personal Data Protection Commissioner, Malaysia

Notification of a personal data breach

1. Data controller: {{operator}}
   Contact: {{contact}}

2. When we noticed it: {{noticed}}
   When it happened: from {{from}} to {{to}}

3. What happened: {{fill}}

4. Personal data concerned: names and email addresses of account holders; messages of visitors to the chats of these accounts; names and email addresses of visitors where a website has passed them on.
   Accounts: {{accounts}}
   Chats (agents): {{agents}}
   Conversations: {{conversations}}, of {{visitors}} visitors

5. What can follow for the persons concerned: {{fill}}

6. What we have done, and will do: {{fill}}

7. When and how the persons concerned are informed: {{fill}}

Name, position, date: {{fill}}
`,
  toPersons: `Dear customer,

we write to you because personal data that you have given us may have been seen or taken by someone who had no right to it.

What happened: {{fill}}
When: from {{from}} to {{to}}. We noticed it on {{noticed}}.

What is concerned: {{fill}}

What you can do: choose a new password, also wherever you use the same one. Be careful with messages that ask you for money or passwords in our name. {{fill}}

What we have done: {{fill}}

We are sorry for this. If you have questions, write to us: {{contact}}

{{operator}}
`,
};
