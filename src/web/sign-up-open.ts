/** Whether sign-up was open when the server wrote the page. */
export function wasSignUpOpen(): boolean {
  return document.documentElement.dataset.signUp !== "closed";
}
