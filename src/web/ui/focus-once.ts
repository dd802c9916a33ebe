/** As the `ref` of a control that takes the place of the pressed one: it takes the focus when it appears. */
export const focusOnce = (control: HTMLElement | null) => control?.focus();
