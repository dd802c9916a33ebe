import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Image, Images, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fileCalls } from "../../../../contract/calls/files.ts";
import { ACCOUNT_FILES_MAX, ACCOUNT_FILES_MAX_BYTES, type OwnPicture } from "../../../../contract/file.ts";
import { call, messageOf } from "../../../api.ts";
import { failureText } from "../../../text/failure.ts";
import { formatDate, formatMegabytes, formatNumber } from "../../../text/format.ts";
import { Alert, RetryAlert } from "../../../ui/Alert.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { GhostRows } from "../../../ui/GhostRows.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { RowBones } from "../../../ui/page/ContentBones.tsx";
import { Thumbnail } from "../../../ui/Thumbnail.tsx";
import { UploadButton } from "./UploadButton.tsx";

export const PICTURES_KEY = ["pictures"];

function picturesQuery(page: number) {
  return queryOptions({
    queryKey: [...PICTURES_KEY, page],
    queryFn: ({ signal }) => call(fileCalls.listPictures, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Opens the list of the pictures that the account has uploaded. */
export function UploadedPictures() {
  const { t } = useTranslation("editor");
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
        <Images size={18} strokeWidth={1.75} aria-hidden="true" />
        {t("pictures.open")}
      </button>
      {isOpen && <PicturesDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function PicturesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("editor");
  const [page, setPage] = useState(1);
  const query = useQuery(picturesQuery(page));
  const { data } = query;
  return (
    <Dialog title={t("pictures.title")} onClose={onClose} wide grows>
      {query.isPending && <RowBones />}
      {query.error && <RetryAlert onRetry={() => void query.refetch()}>{failureText(t("pictures.notLoaded"), query.error)}</RetryAlert>}
      {data && <Room bytes={data.bytes} count={data.total} />}
      {data?.total === 0 && <NoPictures onUploaded={() => void query.refetch()} />}
      {data && data.pictures.length > 0 && (
        <ul aria-busy={query.isPlaceholderData} className="mt-6 divide-y divide-base-300 border-y border-base-300">
          {data.pictures.map((picture) => (
            <PictureRow
              key={picture.hash}
              picture={picture}
              onDeleted={() => data.pictures.length === 1 && page > 1 && setPage(page - 1)}
            />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 && <Pager page={page} totalPages={data.totalPages} onPage={setPage} />}
    </Dialog>
  );
}

function NoPictures({ onUploaded }: { onUploaded: () => void }) {
  const { t } = useTranslation("editor");
  const [problem, setProblem] = useState("");
  return (
    <>
      <p className="mt-6 text-quiet">{t("pictures.none")}</p>
      <GhostRows rows={[{ Icon: Image, title: t("pictures.ghost"), note: formatMegabytes(GHOST_BYTES) }]} className="mt-4" />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <UploadButton label={t("pictures.title")} onUploaded={onUploaded} onProblem={setProblem} />
        {problem !== "" && <Alert className="min-w-0 flex-1 basis-60">{problem}</Alert>}
      </div>
    </>
  );
}

const GHOST_BYTES = 1_200_000;

/** How much of the account's room is taken. */
function Room({ bytes, count }: { bytes: number; count: number }) {
  const { t } = useTranslation("editor");
  const share = Math.min(1, Math.max(bytes / ACCOUNT_FILES_MAX_BYTES, count / ACCOUNT_FILES_MAX));
  return (
    <div>
      <p className="text-quiet">
        {t("pictures.room", {
          count,
          number: formatNumber(count),
          used: formatMegabytes(bytes),
          limit: formatMegabytes(ACCOUNT_FILES_MAX_BYTES),
        })}
      </p>
      <div
        role="progressbar"
        aria-label={t("pictures.title")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="mt-2 h-2 overflow-hidden rounded-full bg-base-300"
      >
        <div className={`h-full rounded-full ${share > 0.9 ? "bg-error" : "bg-primary"}`} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** A deletion asks first: where the picture is still used, a gap is left. */
function PictureRow({ picture, onDeleted }: { picture: OwnPicture; onDeleted: () => void }) {
  const { t } = useTranslation("editor");
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(fileCalls.deletePicture, { params: { hash: picture.hash } }),
    onSuccess: async () => {
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: PICTURES_KEY });
    },
  });
  const name = t("pictures.name", { date: formatDate(picture.uploadedAt) });
  return (
    <li className="py-3">
      <div className="flex items-center gap-4">
        <Thumbnail address={picture.path} className="size-16" />
        <p className="min-w-0 flex-1">
          <a href={picture.path} target="_blank" rel="noreferrer" className="link-plain font-semibold">
            {name}
          </a>
          <span className="block text-sm text-quiet tabular-nums">{formatMegabytes(picture.bytes)}</span>
        </p>
        {!isAsking && (
          <button
            type="button"
            className="btn btn-ghost btn-square hover:text-error"
            aria-label={t("pictures.delete", { name })}
            title={t("pictures.deleteShort")}
            onClick={() => setAsking(true)}
          >
            <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {isAsking && (
        <Alert
          tone="warning"
          className="mt-3"
          actions={
            <>
              <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking(false)}>
                {t("cancel")}
              </button>
              <BusyButton className="btn-error btn-sm" busy={removing.isPending} onClick={() => removing.mutate()}>
                {t("pictures.deleteYes")}
              </BusyButton>
            </>
          }
        >
          {t("pictures.ask")}
        </Alert>
      )}
      {removing.error && <Alert className="mt-3">{messageOf(removing.error, t("pictures.deleteFailed"))}</Alert>}
    </li>
  );
}
