/** The checks of sign-up and login in the browser. The server makes the same ones, and more. Pure. */
import { PASSWORD_MIN, usernameFrom } from "../../../contract/user.ts";

export const EMPTY_SIGN_UP = { username: "", email: "", password: "", confirmed: "" };
export type SignUpValues = typeof EMPTY_SIGN_UP;
export type SignUpField = keyof SignUpValues;
/** The texts in `entrance` and `common` for what is wrong with a field. */
export type SignUpProblem =
  | "signup.needUsername"
  | "signup.needLetters"
  | "entrance.needEmail"
  | "signup.wrongEmail"
  | "entrance.needPassword"
  | "entrance.repeatPassword"
  | "password.tooShort"
  | "password.mismatch";
export type SignUpProblems = Partial<Record<SignUpField, SignUpProblem>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text looks like an address; the server's check is stricter. */
export const isEmail = (text: string): boolean => EMAIL.test(text);

/** What is wrong with each field. */
export function checkSignUp({ username, email, password, confirmed }: SignUpValues): SignUpProblems {
  const problems: SignUpProblems = {};
  if (username.trim() === "") problems.username = "signup.needUsername";
  else if (usernameFrom(username) === "") problems.username = "signup.needLetters";
  if (email.trim() === "") problems.email = "entrance.needEmail";
  else if (!isEmail(email.trim())) problems.email = "signup.wrongEmail";
  if (password === "") problems.password = "entrance.needPassword";
  else if (password.length < PASSWORD_MIN) problems.password = "password.tooShort";
  if (confirmed === "") problems.confirmed = "entrance.repeatPassword";
  else if (password !== confirmed) problems.confirmed = "password.mismatch";
  return problems;
}

/** The two names of a new account: what was typed is the business's name if it is no username by itself. */
export function namesOf(typed: string): { username: string; displayName?: string } {
  const username = usernameFrom(typed);
  const name = typed.trim();
  return username === name ? { username } : { username, displayName: name };
}
