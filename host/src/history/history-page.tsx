import type { ChangedKind } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  defineUrlParams,
  describeError,
  EmptyState,
  formatDateTime,
  makeStyles,
  Page,
  param,
  Section,
  ShowIcon,
  tokens,
  UndoIcon,
  useNotify,
  useUrlParams,
} from '@console/shared-ui/basics';
import { describeConflicts, useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { activityMessages } from '../activity/messages';
import type { NamedRows } from '../activity/named-row';
import { useHistoryImage, useRestoreVersion, useVersions, type HistorySubject } from './history.queries';
import { historyMessages } from './messages';
import { ProvenanceSection } from './provenance-section';
import { RestoreVersionDialog } from './restore-version-dialog';
import { ShapeDifferences } from './shape-differences';
import { describeVersion, type Version } from './versions';

const useStyles = makeStyles({
  more: { display: 'flex', justifyContent: 'center', paddingBlock: tokens.spacingVerticalM },
  changes: { paddingBlock: tokens.spacingVerticalSNudge, overflowWrap: 'anywhere' },
});

const params = defineUrlParams({
  kind: param.oneOf<ChangedKind>(Object.keys(activityMessages.kinds) as ChangedKind[], 'training_image'),
  subject: param.search(),
  name: param.search(),
});
const getVersionId = ({ set }: Version) => String(set.id);
const getUserName = ({ set: { user } }: Version) =>
  user ? (user.username ?? activityMessages.formerMember) : activityMessages.noUser;

const createColumns = (names: NamedRows): readonly Column<Version>[] => [
  { id: 'created', header: historyMessages.columns.created, width: '150px', cell: ({ set }) => formatDateTime(set.created) },
  { id: 'changes', header: historyMessages.columns.changes, cell: (version) => <Changes version={version} names={names} /> },
  { id: 'user', header: historyMessages.columns.user, width: '180px', cell: getUserName },
];

/** The page /history: who changed a row and the rows that belong to it, when and how. Earlier versions can be restored. */
export function HistoryPage() {
  const styles = useStyles();
  const { kind, subject, name } = useUrlParams(params).values;
  const { versions, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVersions(subject);
  const columns = useMemo(() => createColumns(names), [names]);
  const [shownId, setShownId] = useState<string | null>(null);
  const shownVersion = versions?.find((version) => getVersionId(version) === shownId) ?? versions?.[0];
  const dialog = useDialog<Version>();
  const { isRestoring, restoreVersion } = useRestoreWithNotice({ kind, subject });
  const isImage = kind === 'training_image';
  const listActions = (version: Version) => [
    ...(isImage
      ? [
          {
            label: historyMessages.show,
            icon: <ShowIcon />,
            pressed: version === shownVersion,
            onClick: () => setShownId(getVersionId(version)),
          },
        ]
      : []),
    {
      label: historyMessages.restore,
      icon: <UndoIcon />,
      disabled: version === versions?.[0],
      onClick: () => dialog.open(version),
    },
  ];
  const confirm = async (version: Version, close: () => void) => {
    await restoreVersion(version);
    close();
  };
  return (
    <Page title={name ? historyMessages.titleOf(name) : historyMessages.title}>
      {isImage && shownVersion && <ImageDifferences subject={{ kind, subject }} version={shownVersion} />}
      {(isImage || kind === 'similarity_group') && subject !== '' && <ProvenanceSection subject={{ kind, subject }} />}
      <Section title={historyMessages.columns.changes}>
        <DataTable
          label={historyMessages.title}
          columns={columns}
          rows={subject === '' ? [] : versions}
          rowId={getVersionId}
          error={error}
          failed={historyMessages.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{historyMessages.empty}</EmptyState>}
          activeId={isImage && shownVersion ? getVersionId(shownVersion) : null}
          rowActions={listActions}
          actionsWidth={isImage ? '96px' : '56px'}
          skeletonRows={8}
        />
        {hasNextPage && (
          <div className={styles.more}>
            <Button disabledFocusable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {historyMessages.more}
            </Button>
          </div>
        )}
      </Section>
      <DialogSlot dialog={dialog}>
        {(version, close) => (
          <RestoreVersionDialog
            subject={{ kind, subject }}
            version={version}
            busy={isRestoring}
            onConfirm={() => void confirm(version, close)}
            onCancel={close}
          />
        )}
      </DialogSlot>
    </Page>
  );
}

function Changes({ version, names }: { version: Version; names: NamedRows }) {
  const styles = useStyles();
  const { summary, fields } = describeVersion(version, names);
  return (
    <div className={styles.changes}>
      {summary}
      {fields.map((field, index) => (
        <Caption1 key={index} block>
          {field}
        </Caption1>
      ))}
    </div>
  );
}

function ImageDifferences({ subject, version }: { subject: HistorySubject; version: Version }) {
  const image = useHistoryImage(subject);
  return (
    <Section title={historyMessages.picture.title}>
      <QueryState query={image} failed={historyMessages.picture.imageFailed}>
        {(row) => <ShapeDifferences version={version} image={row} />}
      </QueryState>
    </Section>
  );
}

/** Restores a version, and shows what was restored, with Undo, and what was not. */
function useRestoreWithNotice(subject: HistorySubject) {
  const [isRestoring, setRestoring] = useState(false);
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const { restore, refetchAll } = useRestoreVersion(subject);
  const restoreVersion = async ({ lastChange }: Version) => {
    setRestoring(true);
    try {
      const { changeSet, undone, conflict_count: count, conflicts } = await restore(lastChange);
      if (undone > 0) offerUndo(historyMessages.restored(undone), { changeSet, changes: [], onUndone: refetchAll });
      if (count > 0) notify.warning({ title: historyMessages.notRestored(count), text: describeConflicts(conflicts) });
    } catch (error) {
      notify.danger({ title: historyMessages.restoreFailed, text: describeError(error) });
    } finally {
      setRestoring(false);
    }
  };
  return { isRestoring, restoreVersion };
}
