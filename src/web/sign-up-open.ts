/** Whether strangers may make accounts, as the server wrote it into the page. */
export function wasSignUpOpen(): boolean {
  return document.documentElement.dataset.signUp !== "closed";
}
