/**
 * What is seen of a page before its code has arrived: the header, and bones where the content will be. The build writes it
 * into the documents (scripts/prerender.tsx). It has no text besides the name, because it is there before any language is known.
 */
import { Logo } from "./Logo.tsx";

export type ShellName = "app" | "editor" | "entrance";

export function Shell({ name }: { name: ShellName }) {
  return (
    <div aria-hidden="true" data-shell={name}>
      {name === "entrance" ? <EntranceBones /> : name === "editor" ? <EditorBones /> : <AppBones />}
    </div>
  );
}

const BONE = "block rounded-full bg-base-300";

/** The header of signed-in pages, as `AppHeader` draws it. */
function AppBones() {
  return (
    <>
      <div className="border-b border-base-300">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6">
          <Logo isMarkOnPhones />
          <span className={`${BONE} h-3 w-20`} />
          <span className={`${BONE} h-3 w-12`} />
          <span className={`${BONE} ms-auto size-7`} />
        </div>
      </div>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        <ContentBones />
      </div>
    </>
  );
}

/** A title, a number and rows. */
export function ContentBones() {
  return (
    <div aria-hidden="true">
      <span className={`${BONE} h-7 w-64 max-w-full`} />
      <span className={`${BONE} mt-4 h-3.5 w-40 opacity-60`} />
      <div className="mt-10 border-t border-base-300 pt-8">
        <span className={`${BONE} h-3.5 w-44 opacity-60`} />
        <span className={`${BONE} mt-4 h-10 w-36`} />
        <span className={`${BONE} mt-6 h-2.5 w-full opacity-60`} />
        <span className="mt-8 block h-32 rounded-surface bg-base-200" />
      </div>
    </div>
  );
}

function EditorBones() {
  return (
    <div className="flex h-screen flex-col overflow-hidden">
      <div className="flex h-16 shrink-0 items-center gap-4 border-b border-base-300 px-4">
        <span className={`${BONE} h-3 w-24`} />
        <span className={`${BONE} h-4 w-40`} />
        <span className={`${BONE} ms-auto h-9 w-32`} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="mx-auto w-full max-w-2xl px-4 pt-16 sm:px-8">
          {[1, 2, 3].map((field) => (
            <div key={field} className="mb-8">
              <span className={`${BONE} h-3.5 w-32`} />
              <span className="mt-3 block h-10 rounded-control bg-base-200" />
            </div>
          ))}
        </div>
        <div className="w-[27rem] shrink-0 border-s border-base-300 bg-base-200 max-lg:hidden xl:w-[32rem]" />
      </div>
    </div>
  );
}

/** As `EntranceShell` draws it. */
function EntranceBones() {
  return (
    <>
      <div className="flex min-h-16 items-center px-4 py-2 sm:px-6">
        <Logo isMarkOnPhones />
        <span className={`${BONE} ms-auto h-3 w-32`} />
      </div>
      <div className="mx-auto w-full max-w-sm px-4 py-10 sm:pt-[10vh]">
        <span className={`${BONE} h-9 w-52`} />
        <span className={`${BONE} mt-4 h-3.5 w-64 max-w-full opacity-60`} />
        {[1, 2].map((field) => (
          <div key={field} className="mt-8">
            <span className={`${BONE} h-3.5 w-24`} />
            <span className="mt-3 block h-10 rounded-control bg-base-200" />
          </div>
        ))}
      </div>
    </>
  );
}
