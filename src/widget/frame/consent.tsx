/** The question for the visitor's consent. It is a separate file that loads where an agent asks. */
import { Component, type ReactNode } from "react";
import { ASK_CONSENT_TEXT } from "../../contract/consent-text.ts";
import type { Language } from "../../contract/language.ts";

const STYLE = `
.consent{flex:none;display:flex;flex-direction:column;gap:10px;max-height:50%;padding:14px 16px;border-top:1px solid var(--hair)}
.consent div{overflow:auto;font-size:14px}
.consent p{margin:0;white-space:pre-line;overflow-wrap:anywhere}
.consent a{display:inline-block;padding:6px 0;color:inherit;text-underline-offset:2px}
.consent button{flex:none;min-height:44px;padding:8px 18px;border-radius:22px;background:var(--head);color:var(--head-ink);font-weight:650}
.consent+.composer{border-top:0;padding-top:0}
textarea:read-only{opacity:.6}
@media (min-width:640px){.inline:not(.framed) .consent{padding-inline:24px}}
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

interface ConsentProps {
  text: string;
  /** Empty for an agent that was never saved. */
  chatId: string;
  lang: Language;
  /** Null in the preview, where the owner need not agree. */
  onAgree: (() => void) | null;
}

class Consent extends Component<ConsentProps, { hasAgreed: boolean }> {
  override state = { hasAgreed: false };

  override componentDidMount() {
    if (this.props.onAgree) this.hold(true);
  }

  override componentWillUnmount() {
    this.hold(false);
  }

  /**
   * Closes the text box, which keeps the focus: if that moved to the button, a visitor who types while the chat loads would agree
   * with Enter. The box is drawn by the first part of the frame, which does not know about consents.
   */
  private hold(isHeld: boolean) {
    const box = document.querySelector("textarea");
    if (!box) return;
    box.readOnly = isHeld;
    if (isHeld) box.setAttribute("aria-describedby", "consent");
    else box.removeAttribute("aria-describedby");
  }

  private readonly agree = () => {
    this.hold(false);
    this.props.onAgree?.();
    this.setState({ hasAgreed: true });
    document.querySelector("textarea")?.focus();
  };

  override render() {
    const { text, chatId, lang } = this.props;
    const { label, agree, privacy } = ASK_CONSENT_TEXT[lang];
    if (this.state.hasAgreed) return null;
    return (
      <section className="consent" aria-label={label}>
        <div>
          <p id="consent" role="alert" dir="auto">
            {text}
          </p>
          {chatId && (
            <a href={`/privacy/${encodeURIComponent(chatId)}`} target="_blank" rel="noopener">
              {privacy}
            </a>
          )}
        </div>
        <button type="button" onClick={this.agree}>
          {agree}
        </button>
      </section>
    );
  }
}

/** Another text is another question. */
export function renderConsent(text: string, chatId: string, lang: Language, onAgree: ConsentProps["onAgree"]): ReactNode {
  return <Consent key={text} text={text} chatId={chatId} lang={lang} onAgree={onAgree} />;
}
