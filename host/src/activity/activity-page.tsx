import { useWorkspace } from '@console/shared-auth';
import type { ChangedKind, ChangeOrigin, ChangeSet } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  compareText,
  defineUrlParams,
  downloadCsv,
  DownloadIcon,
  EmptyState,
  formatDateTime,
  makeStyles,
  Page,
  param,
  Section,
  ShowIcon,
  tokens,
  useUrlParams,
} from '@console/shared-ui/basics';
import { describeSet, type NamedRows } from '@console/shared-ui/history';
import { DayFilter, SelectFilter } from '@console/shared-ui/list-section';
import { useWrite } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { loadAllActivity, useActivity, useMembers, type ActivityFilters } from './activity.queries';
import { ChangesDialog } from './changes-dialog';
import { activityMessages } from './messages';
import { RowLink } from './row-link';
import { describeSetWithUndo, createSetTitle, useUndoDialog } from './undo-dialog';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  period: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  more: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalM,
  },
});

const ALL = '';
/** Value of the user filter that selects all users who are no longer members. */
const FORMER_MEMBERS = 'former';
const kinds: readonly ChangedKind[] = Object.keys(activityMessages.kinds) as ChangedKind[];
const origins: readonly ChangeOrigin[] = Object.keys(activityMessages.origins) as ChangeOrigin[];
const params = defineUrlParams({
  user: param.id(),
  kind: param.oneOf<ChangedKind | ''>([ALL, ...kinds], ALL),
  origin: param.oneOf<ChangeOrigin | ''>([ALL, ...origins], ALL),
  from: param.day(),
  to: param.day(),
});

const kindChoices = [
  { value: ALL, label: activityMessages.all.kind },
  ...kinds
    .map((value) => ({ value, label: capitalize(activityMessages.kinds[value][1]) }))
    .sort((a, b) => compareText(a.label, b.label)),
];
const originChoices = [
  { value: ALL, label: activityMessages.all.origin },
  ...origins.map((value) => ({ value, label: activityMessages.origins[value] })),
];

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAY_MS = 86_400_000;
/** Start of the day after `day`, so that the last day of a period is included. */
const getNextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString();

function toFilters({ user, kind, origin, from: fromDate, to: toDate }: typeof params.initial): ActivityFilters {
  return {
    user: user === FORMER_MEMBERS ? undefined : user || undefined,
    former_members: user === FORMER_MEMBERS ? true : undefined,
    kind: kind || undefined,
    origin: origin || undefined,
    created_after: fromDate ? new Date(fromDate).toISOString() : undefined,
    created_before: toDate ? getNextDay(toDate) : undefined,
  };
}

const getUserName = ({ user }: ChangeSet) => (user ? (user.username ?? activityMessages.formerMember) : activityMessages.noUser);

/** Returns the source of the changes, with the name of the API token if it has one. */
const getOriginName = ({ origin, token }: ChangeSet) =>
  token ? `${activityMessages.origins[origin]}: ${token}` : activityMessages.origins[origin];

const createColumns = (names: NamedRows): readonly Column<ChangeSet>[] => [
  { id: 'created', header: activityMessages.columns.created, width: '150px', cell: ({ created }) => formatDateTime(created) },
  { id: 'changes', header: activityMessages.columns.changes, cell: describeSetWithUndo },
  {
    id: 'subject',
    header: activityMessages.columns.subject,
    width: '170px',
    cell: ({ subject }) => <RowLink id={subject} names={names} />,
  },
  { id: 'user', header: activityMessages.columns.user, width: '160px', cell: getUserName },
  { id: 'origin', header: activityMessages.columns.origin, width: '140px', cell: getOriginName },
];

function downloadChangeSets(changeSets: readonly ChangeSet[], names: NamedRows): void {
  const { created, changes, subject, user, origin } = activityMessages.columns;
  const rows = changeSets.map((changeSet) => [
    formatDateTime(changeSet.created),
    describeSet(changeSet),
    (changeSet.subject && names[changeSet.subject]?.name) || null,
    getUserName(changeSet),
    getOriginName(changeSet),
  ]);
  downloadCsv(activityMessages.csv.fileName, [created, changes, subject, user, origin], rows);
}

/** Page with every change of the workspace: who changed what, and when. */
export function ActivityPage() {
  const styles = useStyles();
  const list = useUrlParams(params);
  const { values } = list;
  const { data: members } = useMembers();
  const filters = useMemo(() => toFilters(list.committedValues), [list.committedValues]);
  const { sets: changeSets, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivity(filters);
  const { workspaceId } = useWorkspace();
  const columns = useMemo(() => createColumns(names), [names]);
  const loadMore = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const csvExport = useWrite({
    send: () => loadAllActivity(workspaceId ?? '', filters),
    failure: activityMessages.csv.failed,
  });
  const exportCsv = async () => {
    const result = await csvExport.send();
    if (result?.ok) downloadChangeSets(result.result.sets, result.result.names);
  };
  const undoDialog = useUndoDialog(changeSets);
  const [shownSet, setShownSet] = useState<ChangeSet | null>(null);
  const userChoices = [
    { value: ALL, label: activityMessages.all.user },
    ...(members ?? []).map(({ id, username }) => ({ value: id, label: username })),
    { value: FORMER_MEMBERS, label: activityMessages.formerMember },
  ];
  const { filters: filterLabels } = activityMessages;
  return (
    <Page
      title={activityMessages.title}
      actions={
        <Button icon={<DownloadIcon />} disabledFocusable={csvExport.isPending} onClick={() => void exportCsv()}>
          {activityMessages.csv.label}
        </Button>
      }
    >
      <Section title={activityMessages.columns.changes}>
        <div role="search" className={styles.filters} aria-label={activityMessages.title}>
          <SelectFilter list={list} name="user" label={filterLabels.user} choices={userChoices} />
          <SelectFilter list={list} name="kind" label={filterLabels.kind} choices={kindChoices} />
          <SelectFilter list={list} name="origin" label={filterLabels.origin} choices={originChoices} />
          <div className={styles.period}>
            <DayFilter label={filterLabels.from} day={values.from} max={values.to} onChange={(from) => list.set({ from })} />
            <DayFilter label={filterLabels.to} day={values.to} min={values.from} onChange={(to) => list.set({ to })} />
          </div>
          {list.isNarrowed() && (
            <Button appearance="subtle" onClick={() => list.clear()}>
              {activityMessages.clear}
            </Button>
          )}
        </div>
        <DataTable
          label={activityMessages.title}
          columns={columns}
          rows={changeSets}
          rowId={({ id }) => String(id)}
          error={error}
          failed={activityMessages.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{activityMessages.empty}</EmptyState>}
          rowActions={(changeSet) => [
            {
              label: activityMessages.show,
              rowName: createSetTitle(changeSet),
              icon: <ShowIcon />,
              onClick: () => setShownSet(changeSet),
            },
            ...undoDialog.getActions(changeSet),
          ]}
          actionsWidth="88px"
          skeletonRows={12}
          isGrowing={hasNextPage}
          onScrollEnd={loadMore}
        />
        {hasNextPage && (
          <div className={styles.more}>
            <Caption1>{activityMessages.loaded(changeSets?.length ?? 0)}</Caption1>
            <Button disabledFocusable={isFetchingNextPage} onClick={loadMore}>
              {activityMessages.more}
            </Button>
          </div>
        )}
      </Section>
      {undoDialog.dialog}
      {shownSet && <ChangesDialog set={shownSet} undo={undoDialog.getActions(shownSet)[0]} onClose={() => setShownSet(null)} />}
    </Page>
  );
}
