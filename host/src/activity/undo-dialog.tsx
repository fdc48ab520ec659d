import { api, consoleQueryClient, permissionOf, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { ChangedKind, ChangeSet, UndoResult } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  describeError,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  formatDateTime,
  UndoIcon,
  useNotify,
} from '@console/shared-ui/basics';
import {
  describePurpose,
  describeSet,
  finishUndo,
  getUserName,
  UndoCancelledError,
  type UndoProgress,
} from '@console/shared-ui/history';
import { defineUrlParams, param, useFocusRestoration, useUrlParams, useWrite } from '@console/shared-ui/pages';
import type { RowAction } from '@console/shared-ui/table';
import { useMemo, useRef, useState } from 'react';
import { useChanges } from './activity.queries';
import { activityMessages } from './messages';
import { toConflictKey, UndoConflicts } from './undo-conflicts';
import { undoMessages } from './undo-messages';

/** An undo of 100,000 rows takes longer than other calls. */
const TIMEOUT_MS = 600_000;
const MAX_NAME_LENGTH = 80;
const PREVIEW_KEY = 'undo-preview';
/** Parameter with the id of the change set whose dialog is open. */
const params = defineUrlParams({ undo: param.id() });

/** Describes a change set. The text also tells whether the set was undone, undid another set or restored rows. */
export function describeSetWithUndo(changeSet: ChangeSet): string {
  const summary = describePurpose(changeSet, describeSet(changeSet));
  return changeSet.undone_by === null ? summary : `${summary} (${undoMessages.undone.toLowerCase()})`;
}

/**
 * Returns a name of a change set for the accessible names of its buttons. The name is short, because an import can change rows of
 * many kinds.
 */
export function createSetTitle(changeSet: ChangeSet): string {
  const summary = describeSetWithUndo(changeSet);
  const name = summary.length > MAX_NAME_LENGTH ? `${summary.slice(0, MAX_NAME_LENGTH)}…` : summary;
  return `${name}, ${formatDateTime(changeSet.created)}`;
}

/**
 * Returns the Undo action of a change set and the undo dialog. The dialog opens for the change set whose id is in the URL parameter `undo`.
 * `changeSets` are the change sets that are already loaded. Render `dialog` once.
 */
export function useUndoDialog(changeSets: readonly ChangeSet[] = []) {
  const { values, set: setParams } = useUrlParams(params);
  const id = Number(values.undo);
  const getActions = useMemo(
    () =>
      (changeSet: ChangeSet): readonly RowAction[] => {
        if (!changeSet.can_undo || changeSet.undone_by !== null) return [];
        const label = changeSet.undoes === null ? undoMessages.undo : undoMessages.redo;
        const permission = changeSet.undo_permission ?? permissionOf<'POST /history/v2/undo'>('annotate');
        const onClick = () => setParams({ undo: String(changeSet.id) });
        return [{ label, rowName: createSetTitle(changeSet), icon: <UndoIcon />, permission, onClick }];
      },
    [setParams],
  );
  const closeDialog = () => setParams({ undo: '' });
  return {
    getActions,
    dialog:
      id > 0 ? (
        <UndoDialog key={id} id={id} set={changeSets.find((changeSet) => changeSet.id === id)} onClose={closeDialog} />
      ) : null,
  };
}

interface UndoDialogProps {
  id: number;
  /** The change set, if it is already loaded. */
  set?: ChangeSet;
  title?: string;
  onClose: () => void;
}

/** Offers to undo the last change of the user. */
export function LastChangeDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  return <UndoDialog id={set.id} set={set} title={undoMessages.lastTitle} onClose={onClose} />;
}

/** Shows what an undo changes before it is confirmed. Rows in conflict with later work keep their values, unless the user selects them. */
function UndoDialog({
  id,
  set,
  title = undoMessages.titles[set && set.undoes !== null ? 'redo' : 'undo'],
  onClose,
}: UndoDialogProps) {
  // After the undo, the Undo button that opened this dialog no longer exists, so the focus moves to another element.
  useFocusRestoration();
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<UndoProgress | null>(null);
  const cancellation = useRef(new AbortController());
  const preview = useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', PREVIEW_KEY, id],
    load: async (scope) => {
      const body = { change_set: id, dry_run: true };
      return finishUndo(await api.call('POST /history/v2/undo', { body, timeout: TIMEOUT_MS, ...scope }), scope, setProgress);
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const conflicts = preview.data?.conflicts ?? [];
  const write = useWrite({
    send: async () => {
      cancellation.current = new AbortController();
      const { signal } = cancellation.current;
      const scope = { workspace: workspaceId ?? '', signal };
      /** Returns null if the user cancelled a long undo. */
      const startAndFollowUndo = async (body: object) => {
        // Do not pass the signal to this request: without the id in its response, the started undo could not be cancelled.
        const startedUndo = await api.call('POST /history/v2/undo', { body: { change_set: id, ...body }, timeout: TIMEOUT_MS });
        try {
          return await finishUndo(startedUndo, scope, setProgress);
        } catch (error) {
          if (error instanceof UndoCancelledError) return null;
          throw error;
        }
      };
      const result = await startAndFollowUndo({});
      const rows = conflicts
        .filter((conflict) => chosenKeys.has(toConflictKey(conflict)))
        .map(({ kind, subject, row }) => ({ kind, subject, row }));
      if (result === null || rows.length === 0) return result;
      const overwritten = await startAndFollowUndo({ rows, overwrite: true });
      return { ...result, undone: result.undone + (overwritten?.undone ?? 0) };
    },
    failure: undoMessages.failed,
  });
  const confirmUndo = async () => {
    setProgress(null);
    const result = await write.send();
    if (!result) return;
    onClose();
    if (!result.ok) return;
    if (result.result === null) return void notify.info({ title: undoMessages.cancelled });
    notify.success({ title: result.result.work === null ? undoMessages.done(result.result.undone) : undoMessages.started });
    // An undo can change rows of every list, so refetch everything except the preview of this dialog.
    void consoleQueryClient.invalidateQueries({
      queryKey: [workspaceId],
      predicate: ({ queryKey }) => !queryKey.includes(PREVIEW_KEY),
    });
  };
  const chooseConflict = (key: string, isChosen: boolean) =>
    setChosenKeys((current) => new Set(isChosen ? [...current, key] : [...current].filter((otherKey) => otherKey !== key)));
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && !write.isPending && onClose()}>
      <DialogSurface style={conflicts.length > 0 ? { maxWidth: 'min(1000px, 96vw)' } : undefined}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            {set && (
              <Caption1 block>{[formatDateTime(set.created), describeSet(set), getUserName({ set })].join(' · ')}</Caption1>
            )}
            {set?.kinds.includes('membership') && <MemberNames changeSet={id} />}
            {set && isTraining(set) && <p>{undoMessages.training}</p>}
            <p role="status">
              {preview.error ? `${undoMessages.checkFailed} ${describeError(preview.error)}` : describePreview(preview.data, set)}
            </p>
            {progress && (!preview.data || write.isPending) && <Caption1 block>{undoMessages.progress(progress)}</Caption1>}
            {conflicts.length > 0 && (
              <UndoConflicts changeSet={id} conflicts={conflicts} chosenChanges={chosenKeys} onChoose={chooseConflict} />
            )}
            {preview.data && preview.data.conflict_count > conflicts.length && (
              <p>{undoMessages.moreConflicts(preview.data.conflict_count - conflicts.length)}</p>
            )}
          </DialogContent>
          <DialogActions>
            <Button
              autoFocus
              disabledFocusable={write.isPending && !progress}
              onClick={() => (write.isPending ? cancellation.current.abort() : onClose())}
            >
              {undoMessages.cancel}
            </Button>
            <Button
              appearance="primary"
              disabledFocusable={
                write.isPending || !preview.data || (isWithoutEffect(preview.data, set) && chosenKeys.size === 0)
              }
              onClick={() => void confirmUndo()}
            >
              {undoMessages.undo}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const MODEL_KINDS: readonly ChangedKind[] = ['recognition_model', 'detection_model', 'segmentation_model'];
/** Whether the set started a training. */
const isTraining = ({ changes }: ChangeSet) =>
  changes.some(({ kind, operation }) => operation === 'insert' && MODEL_KINDS.includes(kind));

/** Whether the undo changes nothing. For an import, the preview has no counts, because background work undoes it. */
const isWithoutEffect = ({ undone: undoneCount }: UndoResult, changeSet: ChangeSet | undefined) =>
  undoneCount === 0 && changeSet?.summarized !== true;

function describePreview(preview: UndoResult | undefined, changeSet: ChangeSet | undefined): string {
  if (!preview) return undoMessages.checking;
  return changeSet?.summarized ? undoMessages.work : undoMessages.rows(preview.undone);
}

/** Lists the members whose memberships the change set has changed. */
function MemberNames({ changeSet }: { changeSet: number }) {
  const { changes, names } = useChanges(changeSet);
  const members = (changes ?? []).filter(({ kind }) => kind === 'membership');
  if (members.length === 0) return null;
  const memberNames = [...new Set(members.map(({ row }) => names[row]?.name ?? activityMessages.formerMember))];
  return <p>{undoMessages.members(memberNames)}</p>;
}
