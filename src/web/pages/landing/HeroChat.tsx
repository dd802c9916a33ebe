import { SendHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_MESSAGE_LENGTH } from "../../../contract/chat.ts";
import { DEMO_KEDAI } from "../../../contract/text/demo.ts";
import { LogoMark } from "../../ui/page/Logo.tsx";
import { type HeroMessage, useHeroChat } from "./use-hero-chat.ts";

/** A live conversation: it first plays a script, and then the demo agent answers what the visitor types. */
export function HeroChat() {
  const { t } = useTranslation("landing");
  const { messages, isTyping, failure, isTakenOver, chips, ask } = useHeroChat();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  });
  return (
    <section
      aria-label={t("hero.chatLabel")}
      className="flex h-[35rem] flex-col rounded-[20px] border border-base-300 bg-raised shadow-float"
    >
      <div className="flex items-center gap-3 border-b border-base-300 px-5 py-3.5">
        <span aria-hidden="true" className="grid size-10 place-items-center rounded-full bg-[#7a2e1d] text-lg font-bold text-[#fff6e6]">
          K
        </span>
        <div className="min-w-0">
          <p className="truncate font-bold">{DEMO_KEDAI.name}</p>
          <p className="truncate text-sm text-quiet">{t("hero.invented")}</p>
        </div>
      </div>
      <div
        ref={list}
        role="log"
        aria-live={isTakenOver ? "polite" : "off"}
        aria-label={t("hero.conversation")}
        tabIndex={0}
        // What is cut at the top fades out. The padding is as high, so nothing fades before the log has scrolled.
        className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto px-5 py-4 [mask-image:linear-gradient(transparent,black_1rem)]"
      >
        <Bubble message={{ id: "greeting", sender: "bot", text: t("hero.greeting"), isStreaming: false }} />
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        {isTyping && <TypingDots />}
        {failure !== "" && (
          <p role="alert" className="rounded-control border border-base-300 px-3 py-2 text-sm">
            {failure}
          </p>
        )}
      </div>
      <AskForm chips={chips} onAsk={ask} />
    </section>
  );
}

function Bubble({ message }: { message: HeroMessage }) {
  const isUser = message.sender === "user";
  const look = isUser ? "self-end rounded-ee-md bg-secondary text-secondary-content" : "self-start rounded-es-md bg-bubble";
  return (
    <p
      className={`max-w-[85%] animate-rise rounded-[18px] px-4 py-2.5 break-words whitespace-pre-wrap ${look} ${message.isStreaming ? "opacity-80" : ""}`}
    >
      {message.text}
    </p>
  );
}

function TypingDots() {
  const { t } = useTranslation("landing");
  return (
    <p className="flex gap-1 self-start rounded-[18px] rounded-es-md bg-bubble px-4 py-4">
      <span className="sr-only">{t("hero.typing")}</span>
      {["", "[animation-delay:150ms]", "[animation-delay:300ms]"].map((delay) => (
        <span key={delay} aria-hidden="true" className={`size-1.5 animate-dot rounded-full bg-base-content ${delay}`} />
      ))}
    </p>
  );
}

function AskForm({ chips, onAsk }: { chips: readonly string[]; onAsk: (text: string) => void }) {
  const { t } = useTranslation("landing");
  const [text, setText] = useState("");
  const [isReady, setIsReady] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The page is rendered before its script loads. Text that was typed by then is kept; it could not be sent yet.
  useLayoutEffect(() => {
    setText(input.current?.value ?? "");
    setIsReady(true);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onAsk(text.trim());
    setText("");
  };
  return (
    <form onSubmit={submit} className="p-3">
      <div className="flex items-center gap-1 rounded-full border border-line-strong ps-4 pe-1 focus-within:border-primary focus-within:outline-2 focus-within:outline-primary">
        <input
          ref={input}
          aria-label={t("hero.ask")}
          placeholder={t("hero.placeholder")}
          value={text}
          maxLength={MAX_MESSAGE_LENGTH}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="h-11 min-w-0 flex-1 bg-transparent outline-none placeholder:text-quiet max-sm:text-[1rem]"
        />
        <button
          type="submit"
          disabled={!isReady}
          aria-label={t("hero.send")}
          className={`grid size-9 cursor-pointer place-items-center rounded-full transition-colors duration-150 ${text.trim() === "" ? "text-quiet" : "bg-primary text-primary-content"}`}
        >
          <SendHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <ul aria-label={t("hero.chips")} className="mt-3 flex flex-wrap justify-center gap-2">
        {chips.map((chip) => (
          <li key={chip}>
            <button
              type="button"
              disabled={!isReady}
              onClick={() => onAsk(chip)}
              className="min-h-8 cursor-pointer rounded-full border border-line-strong px-3 text-sm font-medium hover:border-primary hover:text-primary"
            >
              {chip}
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex items-center justify-center gap-1.5 text-sm text-quiet">
        <LogoMark className="size-3.5 shrink-0" />
        {t("hero.real")}
      </p>
    </form>
  );
}
