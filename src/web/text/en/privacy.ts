/** The public page about what an agent keeps, and who else gets it. */
export const privacy = {
  "privacy.title": "Privacy in this chat",
  "privacy.about": "What {{agent}} keeps, and where it goes.",
  "privacy.missing": "This chat no longer exists, or the link is incomplete. Please ask the business for a new link.",
  "privacy.notLoaded": "This page could not be loaded.",
  "privacy.who": "Who is responsible",
  "privacy.business": "{{business}} uses this chat to answer questions and is responsible for the data you give here.",
  "privacy.operator": "It runs on the servers of {{operator}}.",
  "privacy.operatorContact": "Contact: {{contact}}",
  "privacy.kept": "What is kept",
  "privacy.keptText":
    "Your messages, the replies, when they were sent and the address of the website where you wrote. If the website knows who you are and tells the chat, your name and email address are kept too. Your IP address is not kept with your messages.",
  "privacy.consent": "Also what you agreed to before your first message, with its time.",
  "privacy.keptDays_one": "It is permanently deleted {{count}} day after your last message.",
  "privacy.keptDays_other": "It is permanently deleted {{count}} days after your last message.",
  "privacy.keptForever": "There is no fixed deletion date. You can ask for your data to be deleted at any time.",
  "privacy.browser":
    "Your browser keeps a key in its storage so that you can find your conversation again. There are no cookies in this chat, and nobody follows you to other websites.",
  "privacy.where": "Where it goes",
  "privacy.ai": "The replies are written by a program, not by a person, and can be wrong.",
  "privacy.vendors": "To write a reply, your message, the earlier ones of the conversation and texts of the business are sent to:",
  "privacy.own": "Replies are written by a model on the operator's own machines.",
  "privacy.none": "Replies are put together from the business's own texts. Your messages are not sent to any other company.",
  "privacy.search": "To find texts that fit, your message is also sent to:",
  "privacy.sold": "Your data is not used for advertising.",
  "privacy.rights": "What you can ask for",
  "privacy.rightsText":
    "You can ask {{business}} for a copy of what is kept about you, to correct it or to delete it. Say when and in which chat you wrote, so that they can find your conversation.",
  "privacy.chat": "Back to chat",
} as const;
