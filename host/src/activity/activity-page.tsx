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
import { activityMessages as texts } from './messages';
import { RowLink } from './row-link';
import { describeSetWithUndo, nameSet, useUndoDialog } from './undo-dialog';

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
const FORMER = 'former';
const kinds: readonly ChangedKind[] = Object.keys(texts.kinds) as ChangedKind[];
const origins: readonly ChangeOrigin[] = Object.keys(texts.origins) as ChangeOrigin[];
const params = defineUrlParams({
  user: param.id(),
  kind: param.oneOf<ChangedKind | ''>([ALL, ...kinds], ALL),
  origin: param.oneOf<ChangeOrigin | ''>([ALL, ...origins], ALL),
  from: param.day(),
  to: param.day(),
});

const kindChoices = [
  { value: ALL, label: texts.all.kind },
  ...kinds.map((value) => ({ value, label: capitalize(texts.kinds[value][1]) })).sort((a, b) => compareText(a.label, b.label)),
];
const originChoices = [
  { value: ALL, label: texts.all.origin },
  ...origins.map((value) => ({ value, label: texts.origins[value] })),
];

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const DAY_MS = 86_400_000;
/** Start of the day after `day`, so that the last day of a period is included. */
const getNextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString();

function toFilters({ user, kind, origin, from: fromDate, to: toDate }: typeof params.initial): ActivityFilters {
  return {
    user: user === FORMER ? undefined : user || undefined,
    former_members: user === FORMER ? true : undefined,
    kind: kind || undefined,
    origin: origin || undefined,
    created_after: fromDate ? new Date(fromDate).toISOString() : undefined,
    created_before: toDate ? getNextDay(toDate) : undefined,
  };
}

const getUserName = ({ user }: ChangeSet) => (user ? (user.username ?? texts.formerMember) : texts.noUser);

/** Returns the source of the changes, with the name of the API token if it has one. */
const getOriginName = ({ origin, token }: ChangeSet) => (token ? `${texts.origins[origin]}: ${token}` : texts.origins[origin]);

const createColumns = (names: NamedRows): readonly Column<ChangeSet>[] => [
  { id: 'created', header: texts.columns.created, width: '150px', cell: ({ created }) => formatDateTime(created) },
  { id: 'changes', header: texts.columns.changes, cell: describeSetWithUndo },
  { id: 'subject', header: texts.columns.subject, width: '170px', cell: ({ subject }) => <RowLink id={subject} names={names} /> },
  { id: 'user', header: texts.columns.user, width: '160px', cell: getUserName },
  { id: 'origin', header: texts.columns.origin, width: '140px', cell: getOriginName },
];

function downloadSets(changeSets: readonly ChangeSet[], names: NamedRows): void {
  const { created, changes, subject, user, origin } = texts.columns;
  const rows = changeSets.map((changeSet) => [
    formatDateTime(changeSet.created),
    describeSet(changeSet),
    (changeSet.subject && names[changeSet.subject]?.name) || null,
    getUserName(changeSet),
    getOriginName(changeSet),
  ]);
  downloadCsv(texts.csv.fileName, [created, changes, subject, user, origin], rows);
}

/** Page with every change of the workspace: who changed what, and when. */
export function ActivityPage() {
  const styles = useStyles();
  const list = useUrlParams(params);
  const { values } = list;
  const { data: members } = useMembers();
  const filters = useMemo(() => toFilters(list.committedValues), [list.committedValues]);
  const { sets, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivity(filters);
  const { workspaceId } = useWorkspace();
  const columns = useMemo(() => createColumns(names), [names]);
  const loadMore = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const csv = useWrite({
    send: () => loadAllActivity(workspaceId ?? '', filters),
    failure: texts.csv.failed,
  });
  const exportCsv = async () => {
    const result = await csv.send();
    if (result?.ok) downloadSets(result.result.sets, result.result.names);
  };
  const undo = useUndoDialog(sets);
  const [shownSet, setShownSet] = useState<ChangeSet | null>(null);
  const userChoices = [
    { value: ALL, label: texts.all.user },
    ...(members ?? []).map(({ id, username }) => ({ value: id, label: username })),
    { value: FORMER, label: texts.formerMember },
  ];
  const { filters: labels } = texts;
  return (
    <Page
      title={texts.title}
      actions={
        <Button icon={<DownloadIcon />} disabledFocusable={csv.isPending} onClick={() => void exportCsv()}>
          {texts.csv.label}
        </Button>
      }
    >
      <Section title={texts.columns.changes}>
        <div role="search" className={styles.filters} aria-label={texts.title}>
          <SelectFilter list={list} name="user" label={labels.user} choices={userChoices} />
          <SelectFilter list={list} name="kind" label={labels.kind} choices={kindChoices} />
          <SelectFilter list={list} name="origin" label={labels.origin} choices={originChoices} />
          <div className={styles.period}>
            <DayFilter label={labels.from} day={values.from} max={values.to} onChange={(from) => list.set({ from })} />
            <DayFilter label={labels.to} day={values.to} min={values.from} onChange={(to) => list.set({ to })} />
          </div>
          {list.isNarrowed() && (
            <Button appearance="subtle" onClick={() => list.clear()}>
              {texts.clear}
            </Button>
          )}
        </div>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={sets}
          rowId={({ id }) => String(id)}
          error={error}
          failed={texts.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{texts.empty}</EmptyState>}
          rowActions={(changeSet) => [
            { label: texts.show, rowName: nameSet(changeSet), icon: <ShowIcon />, onClick: () => setShownSet(changeSet) },
            ...undo.getActions(changeSet),
          ]}
          actionsWidth="88px"
          skeletonRows={12}
          isGrowing={hasNextPage}
          onScrollEnd={loadMore}
        />
        {hasNextPage && (
          <div className={styles.more}>
            <Caption1>{texts.loaded(sets?.length ?? 0)}</Caption1>
            <Button disabledFocusable={isFetchingNextPage} onClick={loadMore}>
              {texts.more}
            </Button>
          </div>
        )}
      </Section>
      {undo.dialog}
      {shownSet && <ChangesDialog set={shownSet} undo={undo.getActions(shownSet)[0]} onClose={() => setShownSet(null)} />}
    </Page>
  );
}
