/** Sign-up and login. */
export const entrance = {
  "signup.title": "Get Started",
  "signup.lead": "Your first agent can be answering in a few minutes.",
  "signup.usernameHint": "Letters, digits and . _ - only.",
  "signup.submit": "Sign Up",
  "signup.busy": "Signing up...",
  "signup.closedTitle": "Sign-up Is Closed",
  "signup.closed":
    "This site does not accept new accounts at the moment. If you would like one, please contact the operator. If you have an account, you can log in as usual.",
  "signup.demo": "Try Demo",
  "signup.failed": "Signup failed. Please try again.",
  "login.title": "Welcome Back",
  "login.lead": "Log in to manage your agents.",
  "login.signUp": "Sign Up",
  "login.submit": "Login",
  "login.busy": "Logging in...",
  "login.orUsername": "You can also use your username.",
  "login.forgotten": "Forgot your password? Ask the administrator of this site to set a new one for you.",
  "login.failed": "Login failed. Please try again.",
  "login.sessionEnded": "Your session has ended. Log in again to return to where you were.",
} as const;
