import type { Agreement, Disagreement, TypedJob } from '@console/shared-contract/api';
import { Button, Caption1, DownloadIcon, EmptyState, makeStyles, Stats, Subsection, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useEffect, useMemo, useRef } from 'react';
import { downloadCsv } from '../../csv';
import { jobMessages } from '../../job-messages';
import { useAgreement } from '../jobs.queries';
import type { Sorted } from './job-report';
import { WorkOfBoth } from './work-of-both';

const words = jobMessages.agreement;
const MOST_LISTED = 1000;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  note: { margin: 0 },
  hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
});

export interface AgreementReportProps extends Sorted {
  job: TypedJob;
  item: string;
  onItem: (id: string) => void;
}

/** How far the people of a job agree, and the items on which they do not, each with what both have done. */
export function AgreementReport({ job, ...rest }: AgreementReportProps) {
  return (
    <QueryState
      query={useAgreement(job.id)}
      isEmpty={({ compared }) => compared === 0}
      empty={job.todo_number < 2 ? words.one : words.none}
    >
      {(agreement) => <Measured job={job} agreement={agreement} {...rest} />}
    </QueryState>
  );
}

type Pair = Agreement['pairs'][number];
const share = ({ same, all }: { same: number; all: number }) => words.share(same, all);
const part = ({ same, all }: { same: number; all: number }) => (all === 0 ? 1 : same / all);

/** What two people have in common: of all their items, or of one. */
type InCommon = Pick<Pair, 'first' | 'second' | 'labels' | 'shapes'>;
const PEOPLE: readonly Column<InCommon>[] = (['first', 'second'] as const).map((which) => ({
  id: which,
  header: words[which],
  cell: (row) => row[which].username,
  sortValue: (row) => row[which].username,
}));
const SHARES: readonly Column<InCommon>[] = (['labels', 'shapes'] as const).map((what) => ({
  id: what,
  header: words[what],
  cell: (row) => share(row[what]),
  sortValue: (row) => part(row[what]),
  align: 'end',
}));
const PAIR_COLUMNS: readonly Column<Pair>[] = [
  ...PEOPLE,
  {
    id: 'compared',
    header: words.compared,
    cell: (pair) => String(pair.compared),
    sortValue: (pair) => pair.compared,
    align: 'end',
  },
  {
    id: 'agreeing',
    header: words.agreeing,
    cell: (pair) => words.share(pair.agreeing, pair.compared),
    sortValue: (pair) => pair.agreeing / pair.compared,
    align: 'end',
  },
  ...SHARES,
];
const pairsInAddress = defineUrlParams({
  sort: { ...param.sort(PAIR_COLUMNS.map(({ id }) => id)), as: 'pair-sort' },
});
const pairId = ({ first, second }: Pair) => `${first.id} ${second.id}`;
const itemId = ({ image, first, second }: Disagreement) => `${image} ${first.id} ${second.id}`;

function Measured({ job, agreement, item, onItem, sort, onSort }: AgreementReportProps & { agreement: Agreement }) {
  const styles = useStyles();
  const { compared, agreeing, labels, shapes, pairs, disagreements } = agreement;
  const byPair = useUrlParams(pairsInAddress);
  const list = useRef<HTMLDivElement>(null);
  // Who comes back from an item goes on with the list.
  const comesBack = useRef(false);
  useEffect(() => {
    if (item === '' && comesBack.current) list.current?.focus();
    comesBack.current = item !== '';
  }, [item]);
  const columns = useMemo(() => itemColumns(disagreements), [disagreements]);
  const save = () =>
    downloadCsv(
      `${job.name} ${words.file}.csv`,
      [words.item, words.first, words.second, 'same labels', 'all labels', 'same shapes', 'all shapes'],
      disagreements.map((row) => [
        ...[row.image, row.first.username, row.second.username],
        ...[row.labels.same, row.labels.all, row.shapes.same, row.shapes.all],
      ]),
    );
  const images = useMemo(() => [...new Set(disagreements.map(({ image }) => image))], [disagreements]);
  return (
    <div className={styles.column}>
      <Stats
        values={{
          [words.compared]: compared,
          [words.agreeing]: words.share(agreeing, compared),
          [words.labels]: share(labels),
          [words.shapes]: share(shapes),
        }}
      />
      <p className={styles.note}>{words.saw}</p>
      <Caption1 className={styles.hint}>{words.rule}</Caption1>
      {pairs.length > 1 && (
        <Subsection title={words.pairs}>
          <DataTable
            label={words.pairs}
            columns={PAIR_COLUMNS}
            rows={pairs}
            rowId={pairId}
            sort={byPair.values.sort}
            onSortChange={(pairSort) => byPair.set({ sort: pairSort })}
          />
        </Subsection>
      )}
      {item !== '' ? (
        <WorkOfBoth key={item} job={job} image={item} images={images} onImage={onItem} />
      ) : (
        <Subsection ref={list} title={words.disagreements} count={disagreements.length}>
          <div>
            <Button icon={<DownloadIcon />} disabledFocusable={disagreements.length === 0} onClick={save}>
              {jobMessages.download}
            </Button>
          </div>
          {disagreements.length === 0 ? (
            <EmptyState>{words.noDisagreements}</EmptyState>
          ) : (
            <DataTable
              label={words.disagreements}
              columns={columns}
              rows={disagreements}
              rowId={itemId}
              sort={sort}
              onSortChange={onSort}
              onRowClick={({ image }) => onItem(image)}
            />
          )}
          {disagreements.length === MOST_LISTED && <Caption1 className={styles.hint}>{words.most(MOST_LISTED)}</Caption1>}
        </Subsection>
      )}
    </div>
  );
}

function itemColumns(rows: readonly Disagreement[]): Column<Disagreement>[] {
  const numbers = new Map(rows.map((row, at) => [itemId(row), at + 1]));
  const numberOf = (row: Disagreement) => numbers.get(itemId(row)) ?? 0;
  return [
    { id: 'item', header: words.item, cell: (row) => String(numberOf(row)), sortValue: numberOf, align: 'end' },
    ...PEOPLE,
    ...SHARES,
  ];
}
