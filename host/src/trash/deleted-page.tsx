import { permissionOf, useCanCall, useRole } from '@console/shared-auth';
import type { DeletedRow, RestorableKind } from '@console/shared-contract/api';
import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import { hasPermission } from '@console/shared-contract/roles';
import {
  Button,
  Caption1,
  compareText,
  defineUrlParams,
  describeError,
  EmptyState,
  formatDateTime,
  makeStyles,
  Page,
  param,
  Section,
  tokens,
  UndoIcon,
  useNotify,
  useUrlParams,
} from '@console/shared-ui/basics';
import { BulkBar, useUndoNotice } from '@console/shared-ui/bulk';
import { UndoCancelledError, type UndoProgress } from '@console/shared-ui/history';
import { SelectFilter } from '@console/shared-ui/list-section';
import { DialogSlot, ListBar, useDialog } from '@console/shared-ui/pages';
import { DataTable, ThumbCell, type Column } from '@console/shared-ui/table';
import { useMemo, useRef, useState } from 'react';
import { useMembers } from '../activity/activity.queries';
import { activityMessages } from '../activity/messages';
import { describeConflicts, describeIncludedRows } from './describe-restore';
import { useDeletedRows, useRestore, type DeletedRowsFilters } from './deleted.queries';
import { trashMessages } from './messages';
import { RestoreDialog } from './restore-dialog';

const useStyles = makeStyles({
  more: { display: 'flex', justifyContent: 'center', paddingBlock: tokens.spacingVerticalM },
});

const ANY_VALUE = '';
const params = defineUrlParams({
  search: param.search(),
  user: param.id(),
  kind: param.oneOf<RestorableKind | ''>([ANY_VALUE, ...RESTORABLE_KINDS], ANY_VALUE),
});
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const kindChoices = [
  { value: ANY_VALUE, label: activityMessages.all.kind },
  ...RESTORABLE_KINDS.map((value) => ({ value, label: capitalize(activityMessages.kinds[value][1]) })).sort((a, b) =>
    compareText(a.label, b.label),
  ),
];
const toFilters = ({ search, user, kind }: typeof params.initial): DeletedRowsFilters => ({
  search: search || undefined,
  user: user || undefined,
  kind: kind || undefined,
});
const getRowId = ({ id }: DeletedRow) => String(id);

const { columns: headers } = trashMessages;
const columns: readonly Column<DeletedRow>[] = [
  { id: 'thumb', header: headers.thumb, width: '48px', cell: ({ thumb }) => thumb !== null && <ThumbCell src={thumb} /> },
  { id: 'name', header: headers.name, cell: ({ name }) => name ?? trashMessages.noName },
  { id: 'kind', header: headers.kind, width: '110px', cell: ({ kind }) => capitalize(activityMessages.kinds[kind][0]) },
  { id: 'included', header: headers.included, width: '125px', cell: (row) => describeIncludedRows([row]) },
  {
    id: 'user',
    header: headers.user,
    width: '110px',
    cell: ({ user }) => (user ? (user.username ?? activityMessages.formerMember) : activityMessages.noUser),
  },
  { id: 'deleted', header: headers.deleted, width: '130px', cell: ({ deleted }) => formatDateTime(deleted) },
  { id: 'daysLeft', header: headers.daysLeft, width: '60px', cell: ({ days_left }) => trashMessages.daysLeft(days_left) },
];

const getRestorePermission = ({ restore_permission: permission }: DeletedRow) =>
  permission ?? permissionOf<'POST /history/v2/restore'>('annotate');

/** Page with the recently deleted rows of the workspace, which can be restored. */
export function DeletedPage() {
  const styles = useStyles();
  const canRestore = useCanCall<'POST /history/v2/restore'>('annotate');
  const list = useUrlParams(params);
  const { values } = list;
  const { data: members } = useMembers();
  const filters = useMemo(() => toFilters(list.committedValues), [list.committedValues]);
  const { rows, days, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeletedRows(filters);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = (rows ?? []).filter((row) => selectedIds.has(getRowId(row)));
  const role = useRole();
  const canRestoreSelection = role !== null && selectedRows.every((row) => hasPermission(role, getRestorePermission(row)));
  const selection = { ids: new Set(selectedRows.map(getRowId)), all: false };
  const dialog = useDialog<readonly DeletedRow[]>();
  const { isRestoring, progress, restoreRows, cancel } = useRestoreWithNotice();
  const confirmRestore = async (confirmedRows: readonly DeletedRow[], close: () => void) => {
    await restoreRows(confirmedRows);
    setSelectedIds(new Set());
    close();
  };
  const userChoices = [
    { value: ANY_VALUE, label: activityMessages.all.user },
    ...(members ?? []).map(({ id, username }) => ({ value: id, label: username })),
  ];
  return (
    <Page title={trashMessages.title}>
      <Section title={trashMessages.title}>
        <Caption1 block>{trashMessages.intro(days)}</Caption1>
        <ListBar
          label={trashMessages.search}
          search={values.search}
          onSearch={(search) => list.set({ search })}
          {...(list.isNarrowed() ? { onClear: () => list.clear() } : {})}
        >
          <SelectFilter list={list} name="kind" label={activityMessages.filters.kind} choices={kindChoices} />
          <SelectFilter list={list} name="user" label={headers.user} choices={userChoices} />
        </ListBar>
        <BulkBar
          selection={selection}
          total={selection.ids.size}
          noun={trashMessages.selection}
          changes={canRestoreSelection ? [{ change: 'restore', label: trashMessages.restore }] : []}
          hasRangeSelection={false}
          busy={isRestoring}
          onChange={() => dialog.open(selectedRows)}
          onSelectAll={() => setSelectedIds(new Set(rows?.map(getRowId)))}
          onClear={() => setSelectedIds(new Set())}
        />
        <DataTable
          label={trashMessages.title}
          columns={columns}
          rows={rows}
          rowId={getRowId}
          error={error}
          failed={trashMessages.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{list.isNarrowed() ? trashMessages.noMatch : trashMessages.empty(days)}</EmptyState>}
          {...(canRestore && { selectedIds: selection.ids, onSelectionChange: setSelectedIds })}
          rowActions={(row) => [
            {
              label: trashMessages.restore,
              icon: <UndoIcon />,
              permission: getRestorePermission(row),
              onClick: () => dialog.open([row]),
            },
          ]}
          actionsWidth="56px"
          skeletonRows={8}
        />
        {hasNextPage && rows && (
          <div className={styles.more}>
            <Button disabledFocusable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {trashMessages.more}
            </Button>
          </div>
        )}
      </Section>
      <DialogSlot dialog={dialog}>
        {(dialogRows, close) => (
          <RestoreDialog
            rows={dialogRows}
            busy={isRestoring}
            progress={progress}
            onConfirm={() => void confirmRestore(dialogRows, close)}
            onCancel={isRestoring ? cancel : close}
          />
        )}
      </DialogSlot>
    </Page>
  );
}

/** Restores rows and shows a notice: what was restored, with Undo, and what was not. `cancel` stops a large restore. */
function useRestoreWithNotice() {
  const [isRestoring, setRestoring] = useState(false);
  const [progress, setProgress] = useState<UndoProgress | null>(null);
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const { restore, refetchAll } = useRestore();
  const cancellation = useRef(new AbortController());
  const restoreRows = async (rows: readonly DeletedRow[]) => {
    setRestoring(true);
    cancellation.current = new AbortController();
    const { signal } = cancellation.current;
    try {
      const {
        changeSet,
        undone: undoneCount,
        conflict_count: count,
        conflicts,
      } = await restore(rows, {
        signal,
        onProgress: setProgress,
      });
      const title =
        count === 0 ? trashMessages.restored(rows, describeIncludedRows(rows)) : trashMessages.restoredPartly(undoneCount);
      if (undoneCount > 0) offerUndo(title, { changeSet, changes: [], onUndone: refetchAll });
      if (count > 0) notify.warning({ title: trashMessages.notRestored(count), text: describeConflicts(conflicts) });
    } catch (error) {
      if (error instanceof UndoCancelledError) return void notify.info({ title: trashMessages.cancelled });
      notify.danger({ title: trashMessages.restoreFailed, text: describeError(error), error });
    } finally {
      setRestoring(false);
      setProgress(null);
    }
  };
  return { isRestoring, progress, restoreRows, cancel: () => cancellation.current.abort() };
}
