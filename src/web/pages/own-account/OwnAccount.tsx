import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { accountCalls } from "../../../contract/calls/accounts.ts";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../contract/language.ts";
import { DISPLAY_NAME_MAX, type OwnAccount as Own, USERNAME_MAX } from "../../../contract/user.ts";
import { call, fieldsOf } from "../../api.ts";
import { type May, useMay } from "../../may.ts";
import { operatorOf } from "../../operator.ts";
import { refreshStoredUser } from "../../session.ts";
import { currentLanguage } from "../../text/i18n.ts";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { Choice } from "../../ui/forms/Choice.tsx";
import { TextField } from "../../ui/forms/Field.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { FormGroup } from "../../ui/forms/FormGroup.tsx";
import { NotDone } from "../../ui/NotDone.tsx";
import { AppHeader } from "../../ui/page/AppHeader.tsx";
import { NotLoaded } from "../../ui/page/NotLoaded.tsx";
import { PageTitle } from "../../ui/page/PageTitle.tsx";
import { PasswordDialog } from "../../ui/page/PasswordDialog.tsx";
import { SectionRail } from "../../ui/SectionRail.tsx";
import { Loading } from "../../ui/Spinner.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useSession } from "../../use-session.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Devices } from "./Devices.tsx";
import { EmailAddress } from "./EmailAddress.tsx";
import { SecondFactor } from "./factors/SecondFactor.tsx";
import { KeptConversations } from "./KeptConversations.tsx";
import { LeaveBusiness } from "./LeaveBusiness.tsx";
import { LostBusiness } from "./LostBusiness.tsx";
import { Members } from "./Members.tsx";
import { ownAccountQuery } from "./own-queries.ts";
import { SecurityLog } from "./SecurityLog.tsx";
import { type OwnView, viewsOf } from "./views.ts";

/** Everything that a person decides about the own account. */
export function OwnAccount() {
  const { t } = useTranslation("ownAccount");
  const query = useQuery(ownAccountQuery());
  const may = useMay();
  const { data } = query;
  const isStaff = operatorOf(useSession()) !== null && data?.isAdministrator !== true;
  return (
    <>
      <PageTitle>{t("own.title")}</PageTitle>
      <AppHeader />
      <main className="mx-auto max-w-6xl px-4 pt-10 pb-24 sm:px-6">
        <Link to={isStaff ? "/awc" : "/dashboard"} className="btn btn-ghost btn-sm -ms-3 px-3">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(isStaff ? "own.backToAdmin" : "editor.back")}
        </Link>
        <h1 className="mt-3 text-2xl">{t("own.title")}</h1>
        <LostBusiness own={data} />
        {query.isPending && <Loading tall={false} />}
        {query.error && !data && (
          <NotLoaded className="mt-6 max-w-2xl" what={t("own.failed")} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {data && <Sections own={data} may={may} />}
      </main>
    </>
  );
}

const addressOf = (view: OwnView) => (view === "account" ? "/account" : `/account?view=${view}`);

/** What the person decides about, one section at a time. A section that the role does not allow any more is left. */
function Sections({ own, may }: { own: Own; may: May }) {
  const { t } = useTranslation("ownAccount");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const views = viewsOf(own, may, useSession().isView === true);
  const view = views.find((one) => one === params.get("view")) ?? "account";
  const labelOf = (one: OwnView) => t(one === "delete" && may.member ? "ownView.leave" : `ownView.${one}`);
  return (
    <div className="mt-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
      <SectionRail
        label={t("own.sections")}
        choose={t("own.section")}
        current={view}
        sections={views.map((name) => ({ name, label: labelOf(name), to: addressOf(name) }))}
        onChoose={(name) => {
          const chosen = views.find((one) => one === name);
          if (chosen) void navigate(addressOf(chosen), { preventScrollReset: true });
        }}
      />
      <div className="max-w-2xl min-w-0">
        <Content view={view} own={own} may={may} />
      </div>
    </div>
  );
}

function Content({ view, own, may }: { view: OwnView; own: Own; may: May }) {
  switch (view) {
    case "account":
      return (
        <>
          <Details own={own} />
          <EmailAddress own={own} />
          <MailLanguage own={own} />
        </>
      );
    case "security":
      return (
        <>
          <Password userId={own.id} />
          <SecondFactor mustConfirm={own.mustConfirm} />
          <Devices />
          <SecurityLog />
        </>
      );
    case "conversations":
      return <KeptConversations />;
    case "members":
      return <Members mustConfirm={own.mustConfirm} />;
    case "delete":
      return (
        <>
          {may.member && <LeaveBusiness name={own.displayName} isOnlyOwner={own.isOnlyOwner} />}
          <DeleteAccount username={own.username} isOwner={may.own} />
        </>
      );
  }
}

/** The name of the business and the username. */
function Details({ own }: { own: Own }) {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const [displayName, setDisplayName] = useState(own.displayName);
  const [username, setUsername] = useState(own.username);
  const save = useMutation({
    mutationFn: (typed: { displayName: string; username: string }) =>
      call(accountCalls.updateAccount, {
        params: { id: own.id },
        // A business without a name of its own is shown by its username, which may change.
        body: {
          ...(!own.isAdministrator && { username: typed.username }),
          ...(typed.displayName !== own.displayName && { displayName: typed.displayName }),
        },
      }),
    onSuccess: async (saved) => {
      refreshStoredUser(saved);
      showToast({ text: t("account.saved") });
      setDisplayName(saved.displayName);
      await queryClient.invalidateQueries();
    },
  });
  const fields = fieldsOf(save.error);
  const isDirty = displayName !== own.displayName || username !== own.username;
  return (
    <FormGroup title={t("own.details")}>
      <Form noValidate onSubmit={() => save.mutate({ displayName, username })} refusal={save.error} className="space-y-5">
        {own.memberRole === "owner" && (
          <TextField
            label={t("field.displayName")}
            value={displayName}
            error={fields.displayName}
            maxLength={DISPLAY_NAME_MAX}
            autoComplete="organization"
            onChange={(event) => setDisplayName(event.target.value)}
          />
        )}
        {own.isAdministrator ? (
          <div>
            <p className="mb-1.5 font-semibold">{t("field.username")}</p>
            <p>{own.username}</p>
            <p className="mt-1.5 text-sm text-quiet">{t("own.adminName")}</p>
          </div>
        ) : (
          <TextField
            label={t("field.username")}
            hint={t("own.usernameHint")}
            value={username}
            error={fields.username}
            maxLength={USERNAME_MAX}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
        {save.error && Object.keys(fields).length === 0 && <NotDone what={t("failed.save")} error={save.error} />}
        <BusyButton type="submit" className={isDirty ? "btn-primary" : "btn-line"} busy={save.isPending}>
          {t("save")}
        </BusyButton>
      </Form>
    </FormGroup>
  );
}

function Password({ userId }: { userId: string }) {
  const { t } = useTranslation("ownAccount");
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: ["own-sessions"] });
  };
  return (
    <FormGroup title={t("own.password")} lead={t("own.password.text")}>
      <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
        {t("account.changePassword")}
      </button>
      {isOpen && <PasswordDialog userId={userId} onClose={close} />}
    </FormGroup>
  );
}

/** Saved as soon as it is chosen. */
function MailLanguage({ own }: { own: Own }) {
  const { t } = useTranslation("ownAccount");
  const showToast = useToast();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (language: Language) => call(ownAccountCalls.setLanguage, { body: { language } }),
    onSuccess: () => {
      showToast({ text: t("own.language.saved") });
      return queryClient.invalidateQueries({ queryKey: ownAccountQuery().queryKey });
    },
  });
  const chosen = (save.isPending ? save.variables : null) ?? own.language ?? currentLanguage();
  return (
    <FormGroup title={t("own.language")} lead={t("own.language.text")}>
      <Choice
        legend={t("own.language")}
        quietLegend
        value={chosen}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(language) => save.mutate(language)}
      />
      {save.error && <NotDone what={t("failed.setting")} error={save.error} />}
    </FormGroup>
  );
}
