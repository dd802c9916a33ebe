import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { ToastProvider } from "../../ui/Toast.tsx";
import { Landing } from "./Landing.tsx";

/** The whole page, as the build renders it into landing.html and the browser hydrates it. */
export function LandingRoot({ queryClient, isSignUpOpen }: { queryClient: QueryClient; isSignUpOpen: boolean }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Landing isSignUpOpen={isSignUpOpen} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
