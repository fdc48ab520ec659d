import { permissionOf } from '@console/shared-auth';
import type { ChangedKind } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  defineUrlParams,
  EmptyState,
  formatDateTime,
  makeStyles,
  Page,
  param,
  Section,
  ShowIcon,
  tokens,
  UndoIcon,
  useUrlParams,
} from '@console/shared-ui/basics';
import {
  describeVersion,
  getUserName,
  historyMessages,
  useVersionRestore,
  useVersions,
  type NamedRows,
  type Version,
  type VersionedRow,
} from '@console/shared-ui/history';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { activityMessages } from '../activity/messages';
import { useHistoryImage } from './history-image.queries';
import { historyPageMessages } from './messages';
import { ProvenanceSection } from './provenance-section';
import { ShapeDifferences } from './shape-differences';

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

const createColumns = (names: NamedRows): readonly Column<Version>[] => [
  { id: 'created', header: historyPageMessages.columns.created, width: '150px', cell: ({ set }) => formatDateTime(set.created) },
  {
    id: 'changes',
    header: historyPageMessages.columns.changes,
    cell: (version) => <VersionChanges version={version} names={names} />,
  },
  { id: 'user', header: historyPageMessages.columns.user, width: '160px', cell: getUserName },
  {
    id: 'source',
    header: activityMessages.columns.origin,
    width: '140px',
    cell: ({ set }) => historyMessages.origins[set.origin],
  },
];

/** The page /history: the versions of a row and of the rows that belong to it, with user and time. Users can restore versions. */
export function HistoryPage() {
  const styles = useStyles();
  const { kind, subject, name } = useUrlParams(params).values;
  const { versions, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useVersions({ subject });
  const columns = useMemo(() => createColumns(names), [names]);
  const [shownId, setShownId] = useState<string | null>(null);
  const shownVersion = versions?.find((version) => getVersionId(version) === shownId) ?? versions?.[0];
  const restore = useVersionRestore({ kind, subject });
  const isImage = kind === 'training_image';
  const listActions = (version: Version) => [
    ...(isImage
      ? [
          {
            label: historyPageMessages.show,
            icon: <ShowIcon />,
            pressed: version === shownVersion,
            onClick: () => setShownId(getVersionId(version)),
          },
        ]
      : []),
    {
      label: historyMessages.restore,
      icon: <UndoIcon />,
      permission: permissionOf<'POST /history/v2/restore-version'>('annotate'),
      disabled: version === versions?.[0],
      onClick: () => restore.open(version),
    },
  ];
  return (
    <Page title={name ? historyPageMessages.titleOf(name) : historyPageMessages.title}>
      {isImage && shownVersion && <ImageDifferences subject={{ kind, subject }} version={shownVersion} />}
      {(isImage || kind === 'similarity_group') && subject !== '' && <ProvenanceSection subject={{ kind, subject }} />}
      <Section title={historyPageMessages.columns.changes}>
        <DataTable
          label={historyPageMessages.title}
          columns={columns}
          rows={subject === '' ? [] : versions}
          rowId={getVersionId}
          error={error}
          failed={historyPageMessages.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{historyPageMessages.empty}</EmptyState>}
          activeId={isImage && shownVersion ? getVersionId(shownVersion) : null}
          rowActions={listActions}
          actionsWidth={isImage ? '96px' : '56px'}
          skeletonRows={8}
        />
        {hasNextPage && (
          <div className={styles.more}>
            <Button disabledFocusable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {historyPageMessages.more}
            </Button>
          </div>
        )}
      </Section>
      {restore.dialog}
    </Page>
  );
}

function VersionChanges({ version, names }: { version: Version; names: NamedRows }) {
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

function ImageDifferences({ subject, version }: { subject: VersionedRow; version: Version }) {
  const image = useHistoryImage(subject);
  return (
    <Section title={historyPageMessages.picture.title}>
      <QueryState query={image} failed={historyPageMessages.picture.imageFailed}>
        {(row) => <ShapeDifferences version={version} image={row} />}
      </QueryState>
    </Section>
  );
}
