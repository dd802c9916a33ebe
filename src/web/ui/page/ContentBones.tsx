import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A shape in the place of a text that is not known yet. */
export const BONE = "block rounded-full bg-base-300";

/** As app.css draws headings. */
export const HEADING = "font-bold tracking-[-0.015em] text-balance [word-spacing:0.05em]";

/** A field as `Field` draws it, with a bone for its control. */
export function FieldBones({ label, hint, aside, size = "h-10" }: { label: string; hint?: string; aside?: string; size?: string }) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span className="font-semibold">{label}</span>
        {aside && <span className="text-sm text-quiet">{aside}</span>}
      </div>
      <span className={`block rounded-control bg-base-200 ${size}`} />
      <p className="mt-1.5 min-h-5 text-sm text-quiet">{hint}</p>
    </div>
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

const FEATURES = ["w-20", "w-32", "w-28", "w-36"];
const AGENTS = ["w-32", "w-44"];

/** The dashboard: the steps, if there are any, the month beside the plan, and agents. */
export function DashboardBones({ hasSetup }: { hasSetup: boolean }) {
  return (
    <div aria-hidden="true">
      <span className={`${BONE} mt-3 h-3.5 w-40 opacity-60`} />
      {hasSetup && <span className="mt-6 block h-17 rounded-surface border border-base-300 bg-raised md:h-27" />}
      <div className="mt-10 grid gap-x-16 gap-y-10 border-t border-base-300 pt-8 lg:grid-cols-[1fr_20rem]">
        <div>
          <span className={`${BONE} h-3.5 w-44 opacity-60`} />
          <span className={`${BONE} mt-4 h-10 w-36`} />
          <span className={`${BONE} mt-6 h-2.5 w-full opacity-60`} />
          <span className="mt-8 block h-32 rounded-surface bg-base-200" />
        </div>
        <div className="lg:border-s lg:border-base-300 lg:ps-10">
          <span className={`${BONE} h-3.5 w-24 opacity-60`} />
          <div className="mt-3 divide-y divide-base-300">
            {FEATURES.map((width) => (
              <div key={width} className="flex h-11 items-center justify-between">
                <span className={`${BONE} h-3 ${width}`} />
                <span className={`${BONE} h-3 w-10`} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <span className={`${BONE} mt-16 h-5 w-56`} />
      <div className="mt-8 divide-y divide-base-300 border-y border-base-300">
        {AGENTS.map((width) => (
          <div key={width} className="flex items-center gap-4 py-4">
            <span className="size-11 shrink-0 rounded-full bg-base-300" />
            <span className="flex-1">
              <span className={`${BONE} h-3.5 ${width}`} />
              <span className={`${BONE} mt-2.5 h-2.5 w-56 max-w-full opacity-60`} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Bones that a screen reader hears as "Loading…". */
export function Bones({ className = "", children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t("loading")}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const ROWS = ["w-3/5", "w-2/5", "w-1/2"];

/** In the place of a list: three rows. */
export function RowBones({ className = "mt-6" }: { className?: string }) {
  return (
    <Bones className={className}>
      <div className="divide-y divide-base-300 border-y border-base-300">
        {ROWS.map((width) => (
          <div key={width} className="py-4">
            <span className={`${BONE} h-3.5 ${width}`} />
            <span className={`${BONE} mt-3 h-2.5 w-28 opacity-60`} />
          </div>
        ))}
      </div>
    </Bones>
  );
}

/** In the place of a form: three fields whose labels are not known yet. */
export function FormBones() {
  return (
    <Bones>
      <span className={`${BONE} h-5 w-40`} />
      {ROWS.map((width) => (
        <div key={width} className="mt-7">
          <span className={`${BONE} h-3 w-32 opacity-60`} />
          <span className="mt-2.5 block h-10 rounded-control bg-base-200" />
        </div>
      ))}
    </Bones>
  );
}
