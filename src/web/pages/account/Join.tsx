import { useMutation, useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import { memberCalls } from "../../../contract/calls/members.ts";
import type { InvitationCheck } from "../../../contract/member.ts";
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, usernameFrom } from "../../../contract/user.ts";
import { ApiError, call, fieldsOf, messageOf } from "../../api.ts";
import { homeOf } from "../../navigation.ts";
import { operatorOf } from "../../operator.ts";
import { chooseBusiness, keptOf, refreshStoredUser, startSession } from "../../session.ts";
import { signOut } from "../../sign-out.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Breakable } from "../../ui/Breakable.tsx";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { PasswordField, TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { useSession } from "../../use-session.ts";
import { EntrancePage, Onward } from "./EntrancePage.tsx";
import { EMPTY_SIGN_UP, type SignUpField } from "./entrance-form.ts";
import { UsernameHint } from "./UsernameHint.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";

type Over = "used" | "expired";
type Open = Omit<InvitationCheck, "state"> & { email: string | null };

interface OpenProps {
  token: string;
  invitation: Open;
  onOver: (state: Over) => void;
}

/** The page of an invitation: for someone who is signed in, with another account, or new here. */
export function Join() {
  const { t } = useTranslation("members");
  const token = useSearchParams()[0].get("token") ?? "";
  const session = useSession();
  const { user } = session;
  const isStaff = operatorOf(session) !== null;
  /** What the server said about the invitation when it was used. */
  const [over, setOver] = useState<Over | null>(null);
  const check = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => call(memberCalls.checkMemberInvitation, { body: { token }, token: null, signal }),
    // It is checked again when it is used.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const state = over ?? check.data?.state;
  if (state === "used" || state === "expired") {
    return (
      <EntrancePage title={t(`join.${state}Title`)}>
        <p role="status" className="mt-4">
          {t(state === "used" && user ? (isStaff ? "join.usedStaff" : "join.usedHere") : `join.${state}`)}
        </p>
        {(state === "used" || user) && (
          <Onward to={user ? homeOf(session) : "/login"} isQuiet={state === "expired"}>
            {t(user ? (isStaff ? "join.goAdmin" : "join.goDashboard") : "signup.login")}
          </Onward>
        )}
      </EntrancePage>
    );
  }
  const invitation = check.data?.state === "open" ? (check.data as Open) : null;
  if (!invitation) {
    return (
      <EntrancePage title={t("join.invitation")}>
        {check.isPending && (
          <div role="status" className="mt-6">
            <span className="sr-only">{t("join.checking")}</span>
            <Loading tall={false} />
          </div>
        )}
        {check.error && (
          <NotLoaded
            className="mt-6"
            what={t("join.checkFailed")}
            error={check.error}
            isBusy={check.isFetching}
            onRetry={() => void check.refetch()}
          />
        )}
      </EntrancePage>
    );
  }
  const { business = "", invitedBy = "", role = "viewer", staff, handover } = invitation;
  return (
    <EntrancePage title={t(staff ? "join.staffTitle" : handover ? "join.takeOver" : "join.title")}>
      {staff ? (
        <Offer by={t("join.staffLead")} role={t(`staff.${staff}`)} what={t(`staff.${staff}.text`)} />
      ) : handover ? (
        <Offer
          business={business}
          by={t("join.handover", { by: invitedBy || business })}
          role={t("role.owner")}
          what={t(`join.handover.${handover}`, { by: invitedBy || business })}
        />
      ) : (
        <Offer
          business={business}
          by={invitedBy === "" ? "" : t("join.lead", { by: invitedBy })}
          role={t(`role.${role}`)}
          what={t(`role.${role}.text`)}
        />
      )}
      {user ? (
        <Accept token={token} invitation={invitation} onOver={setOver} />
      ) : (
        <SignUp token={token} invitation={invitation} onOver={setOver} />
      )}
    </EntrancePage>
  );
}

interface OfferProps {
  /** Absent for the staff, who belong to none. */
  business?: string;
  /** Who invites, in words; empty if it is not known. */
  by: string;
  role: string;
  /** What the role may do. */
  what: string;
}

/** What the invitation is to, and as what. A name may be long. */
function Offer({ business, by, role, what }: OfferProps) {
  return (
    <div className="mt-4 flex items-start gap-3 rounded-surface border border-base-300 p-4">
      {business !== undefined && <Store size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-quiet" />}
      <div className="min-w-0">
        {business !== undefined && <p className="font-semibold wrap-anywhere">{business}</p>}
        {by !== "" && (
          <p className="text-sm wrap-anywhere text-quiet">
            <Breakable>{by}</Breakable>
          </p>
        )}
        <p className="mt-3 text-sm">
          <span className="inline-block rounded-full border border-line-strong px-2 font-semibold">{role}</span>
        </p>
        <p className="mt-1.5 text-sm">{what}</p>
      </div>
    </div>
  );
}

/** What an error says about the invitation itself; null: something else. */
function overOf(error: unknown): Over | null {
  if (!(error instanceof ApiError)) return null;
  return error.code === "link_used" ? "used" : error.code === "link_expired" ? "expired" : null;
}

function Accept({ token, invitation, onOver }: OpenProps) {
  const { t } = useTranslation("members");
  const { user } = useSession();
  const accept = useMutation({
    mutationFn: () => call(memberCalls.acceptMemberInvitation, { body: { token }, business: null }),
    onSuccess: (joined) => {
      if (joined.staffRole) refreshStoredUser(joined);
      else chooseBusiness(keptOf(joined));
      // Everything on screen belongs to another business.
      location.assign(joined.staffRole ? "/awc" : "/dashboard");
    },
    onError: (error) => {
      const state = overOf(error);
      if (state) onOver(state);
    },
  });
  const { email } = invitation;
  const username = user?.username ?? "";
  const isForOther = email !== null && email.toLowerCase() !== (user?.email ?? "").toLowerCase();
  const isOfBusiness = accept.error instanceof ApiError && accept.error.told?.id === "staff.ownBusiness";
  /** Another attempt with this account would be refused as well. */
  const needsOther = isForOther || isOfBusiness;
  return (
    <>
      <div className="mt-6 space-y-3 wrap-anywhere">
        {isForOther && <p className="font-semibold">{t("join.for", { email })}</p>}
        <p>{t(isForOther ? "join.asOther" : "join.as", { username })}</p>
      </div>
      {isOfBusiness && (
        <Alert tone="warning" className="mt-4">
          <p className="font-semibold">{t("join.ownBusiness")}</p>
          <p className="mt-1">{t("join.ownBusinessNext")}</p>
        </Alert>
      )}
      {accept.error && !isOfBusiness && <Alert className="mt-4">{messageOf(accept.error, t("join.failed"))}</Alert>}
      <div className="mt-6 flex flex-col gap-3">
        {!needsOther && (
          <BusyButton className="btn-primary btn-block" busy={accept.isPending} onClick={() => accept.mutate()}>
            {t(invitation.handover ? "join.take" : "join.accept")}
          </BusyButton>
        )}
        <button type="button" className={`btn btn-block ${needsOther ? "btn-primary" : "btn-line"}`} onClick={signOut}>
          {t(isOfBusiness ? "join.signOutForOther" : "join.other")}
        </button>
      </div>
    </>
  );
}

function SignUp({ token, invitation: { email }, onOver }: OpenProps) {
  const { t } = useTranslation(["members", "entrance"]);
  const { values, found, check, bind } = useSignUpForm({ ...EMPTY_SIGN_UP, email: email ?? "" });
  const join = useMutation({
    mutationFn: ({ username, password, email: typed }: typeof values) =>
      call(memberCalls.joinBySignUp, {
        body: {
          token,
          username: usernameFrom(username),
          password,
          language: currentLanguage(),
          ...(email === null && { email: typed.trim() }),
        },
        token: null,
      }),
    onSuccess: (joined) => {
      startSession(joined);
      location.assign(joined.staffRole ? "/awc" : "/dashboard");
    },
    onError: (error) => {
      const state = overOf(error);
      if (state) onOver(state);
    },
  });
  const refused: Partial<Record<SignUpField, string>> = fieldsOf(join.error);
  const submit = () => {
    join.reset();
    if (check()) join.mutate(values);
  };
  const isAtField = refused.username || refused.email || refused.password;
  return (
    <>
      {email !== null && <p className="mt-6 break-words">{t("join.for", { email })}</p>}
      <div className="mt-6">
        <Link to="/login" state={{ from: `/join?token=${token}`, userId: null }} className="btn btn-line btn-block">
          {t("join.haveAccount")}
        </Link>
      </div>
      <p className="mt-8 text-quiet">{t("join.new")}</p>
      <Form noValidate onSubmit={submit} refusal={found ?? join.error} className="mt-4 space-y-3">
        <TextField
          label={t("join.username")}
          hint={<UsernameHint typed={values.username} otherwise={t("join.usernameHint")} />}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={DISPLAY_NAME_MAX}
          {...bind("username", refused.username)}
        />
        {email === null && (
          <TextField label={t("field.email")} type="email" autoComplete="email" maxLength={EMAIL_MAX} {...bind("email", refused.email)} />
        )}
        <PasswordField
          label={t("field.password")}
          hint={t("password.rule")}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...bind("password", refused.password)}
        />
        <PasswordField label={t("field.confirmPassword")} autoComplete="new-password" maxLength={PASSWORD_MAX} {...bind("confirmed")} />
        {join.error && !isAtField && <Alert>{messageOf(join.error, t("join.failed"))}</Alert>}
        <BusyButton type="submit" className="btn-primary btn-block mt-3" busy={join.isPending}>
          {t("join.signUp")}
        </BusyButton>
      </Form>
    </>
  );
}
