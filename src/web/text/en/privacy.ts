/** The public page about what an agent keeps, and who else gets it. */
export const privacy = {
  "privacy.title": "Privacy in this chat",
  "privacy.about": "What {{agent}} keeps, and where it goes.",
  "privacy.missing": "This agent does not exist any more, or the link is incomplete. Please ask the business for it.",
  "privacy.notLoaded": "This page could not be loaded.",
  "privacy.who": "Who is responsible",
  "privacy.business": "{{business}} uses this chat for questions to the business, and is responsible for the data you give here.",
  "privacy.operator": "It runs on the servers of {{operator}}.",
  "privacy.operatorContact": "Contact: {{contact}}",
  "privacy.kept": "What is kept",
  "privacy.keptText":
    "Your messages and the replies with their times, and the address of the website on which you wrote. If the website knows you and passes it on, also your name and email address there. Your IP address is not kept with your messages.",
  "privacy.consent": "Also what you agreed to before your first message, with its time.",
  "privacy.keptDays_one": "It is permanently deleted {{count}} day after your last message.",
  "privacy.keptDays_other": "It is permanently deleted {{count}} days after your last message.",
  "privacy.keptForever": "It is not deleted after a fixed time. You can ask for its deletion at any time.",
  "privacy.browser":
    "Your browser keeps a key in its storage, so that you find your conversation again. There are no cookies in this chat, and nobody follows you to other websites.",
  "privacy.where": "Where it goes",
  "privacy.ai": "The replies are written by a program, not by a person, and can be wrong.",
  "privacy.vendors": "To write a reply, your message, the earlier ones of the conversation and texts of the business are sent to:",
  "privacy.own": "Replies are written by a model on the operator's own machines.",
  "privacy.none": "Replies are put together from texts of the business. Your messages are sent to no other company.",
  "privacy.search": "To find texts that fit, your message is also sent to:",
  "privacy.sold": "It is not used for advertising.",
  "privacy.rights": "What you can ask for",
  "privacy.rightsText":
    "You can ask {{business}} for a copy of what is kept about you, to correct it or to delete it. Say when you wrote and in which chat, so that your conversation is found.",
  "privacy.chat": "To the chat",
} as const;
