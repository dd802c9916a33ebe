/** The classes of a link in the header of signed-in pages. */
export const NAV_LINK =
  "flex min-h-11 items-center rounded-lg px-1.5 font-medium whitespace-nowrap text-quiet hover:text-base-content sm:px-3 aria-[current=page]:text-base-content aria-[current=page]:font-semibold";
