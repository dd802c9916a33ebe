import { Breakable } from "./Breakable.tsx";

/** How the operator can be reached, as the settings say it: an email address and an address of the web are links. */
export function Contact({ children: contact }: { children: string }) {
  const isEmail = /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(contact);
  if (!isEmail && !/^https:\/\/\S{1,200}$/.test(contact)) return <Breakable>{contact}</Breakable>;
  return (
    <a href={isEmail ? `mailto:${contact}` : contact} rel="noreferrer" className="link-plain">
      <Breakable>{contact}</Breakable>
    </a>
  );
}
