import type { ChangedKind, ChangeOrigin, ChangeSet } from '@console/shared-contract/api';
import {
  Button,
  compareText,
  defineUrlParams,
  EmptyState,
  formatDateTime,
  Input,
  Label,
  makeStyles,
  Page,
  param,
  Section,
  ShowIcon,
  tokens,
  useId,
  useUrlParams,
} from '@console/shared-ui/basics';
import { SelectFilter } from '@console/shared-ui/list-section';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { useActivity, useMembers, type ActivityFilters } from './activity.queries';
import { ChangesDialog } from './changes-dialog';
import { activityMessages } from './messages';
import { describeSetWithUndo, useUndoDialog } from './undo-dialog';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  day: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  more: { display: 'flex', justifyContent: 'center', paddingBlock: tokens.spacingVerticalM },
});

const ALL = '';
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

function toFilters({ user, kind, origin, from, to }: typeof params.initial): ActivityFilters {
  return {
    user: user || undefined,
    kind: kind || undefined,
    origin: origin || undefined,
    created_after: from ? new Date(from).toISOString() : undefined,
    created_before: to ? getNextDay(to) : undefined,
  };
}

const getUserName = ({ user }: ChangeSet) => (user ? (user.username ?? activityMessages.formerMember) : activityMessages.noUser);

const columns: readonly Column<ChangeSet>[] = [
  { id: 'created', header: activityMessages.columns.created, width: '150px', cell: ({ created }) => formatDateTime(created) },
  { id: 'changes', header: activityMessages.columns.changes, cell: describeSetWithUndo },
  { id: 'user', header: activityMessages.columns.user, width: '180px', cell: getUserName },
  {
    id: 'origin',
    header: activityMessages.columns.origin,
    width: '150px',
    cell: ({ origin }) => activityMessages.origins[origin],
  },
];

/** Page with every change of the workspace: who changed what, and when. */
export function ActivityPage() {
  const styles = useStyles();
  const list = useUrlParams(params);
  const { values } = list;
  const { data: members } = useMembers();
  const filters = useMemo(() => toFilters(list.settledValues), [list.settledValues]);
  const { sets, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivity(filters);
  const undo = useUndoDialog(sets);
  const [shownSet, setShownSet] = useState<ChangeSet | null>(null);
  const userChoices = [
    { value: ALL, label: activityMessages.all.user },
    ...(members ?? []).map(({ id, username }) => ({ value: id, label: username })),
  ];
  const { filters: labels } = activityMessages;
  return (
    <Page title={activityMessages.title}>
      <Section title={activityMessages.columns.changes}>
        <div role="search" className={styles.filters} aria-label={activityMessages.title}>
          <SelectFilter list={list} name="user" label={labels.user} choices={userChoices} />
          <SelectFilter list={list} name="kind" label={labels.kind} choices={kindChoices} />
          <SelectFilter list={list} name="origin" label={labels.origin} choices={originChoices} />
          <DayInput label={labels.from} day={values.from} max={values.to} onChange={(from) => list.set({ from })} />
          <DayInput label={labels.to} day={values.to} min={values.from} onChange={(to) => list.set({ to })} />
          {list.isNarrowed() && (
            <Button appearance="subtle" onClick={() => list.clear()}>
              {activityMessages.clear}
            </Button>
          )}
        </div>
        <DataTable
          label={activityMessages.title}
          columns={columns}
          rows={sets}
          rowId={({ id }) => String(id)}
          error={error}
          failed={activityMessages.failed}
          onRetry={() => void refetch()}
          empty={<EmptyState>{activityMessages.empty}</EmptyState>}
          rowActions={(set) => [
            { label: activityMessages.show, icon: <ShowIcon />, onClick: () => setShownSet(set) },
            ...undo.getActions(set),
          ]}
          actionsWidth="88px"
          skeletonRows={12}
        />
        {hasNextPage && (
          <div className={styles.more}>
            <Button disabledFocusable={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {activityMessages.more}
            </Button>
          </div>
        )}
      </Section>
      {undo.dialog}
      {shownSet && <ChangesDialog set={shownSet} onClose={() => setShownSet(null)} />}
    </Page>
  );
}

interface DayInputProps {
  label: string;
  day: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function DayInput({ label, day, min, max, onChange }: DayInputProps) {
  const styles = useStyles();
  const id = useId('day');
  return (
    <span className={styles.day}>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        type="date"
        value={day}
        min={min || undefined}
        max={max || undefined}
        onChange={(_, { value }) => onChange(value)}
      />
    </span>
  );
}
