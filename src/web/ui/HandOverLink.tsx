import { MessageCircle } from "lucide-react";
import { useCopy } from "./use-copy.ts";

interface HandOverLinkProps {
  link: string;
  /** How assistive technology names the box with the link. */
  label: string;
  copyText: string;
  copiedText: string;
  /** What is sent with WhatsApp; it has the link. */
  message: string;
  whatsappText: string;
}

/** A link that is shown this one time, to copy or to send with WhatsApp. */
export function HandOverLink({ link, label, copyText, copiedText, message, whatsappText }: HandOverLinkProps) {
  const { box, state, copy, Icon } = useCopy(link);
  return (
    <>
      <textarea
        ref={box}
        readOnly
        rows={2}
        aria-label={label}
        className="textarea mt-3 field-sizing-content min-h-10 w-full resize-none font-mono text-sm break-all"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="btn btn-line" onClick={copy}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
          {state === "copied" ? copiedText : copyText}
        </button>
        <a className="btn btn-line" href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noopener noreferrer">
          <MessageCircle size={18} strokeWidth={1.75} aria-hidden="true" />
          {whatsappText}
        </a>
      </div>
    </>
  );
}
