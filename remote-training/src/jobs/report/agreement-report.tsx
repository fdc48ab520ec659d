import type { Agreement, Disagreement } from '@console/shared-contract/api';
import { Caption1, EmptyState, makeStyles, Stats, Subsection, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useEffect, useMemo, useRef } from 'react';
import { DownloadCsvButton } from '../../download-csv-button';
import { agreementMessages } from './job-report-messages';
import { useAgreement } from '../data/jobs.queries';
import type { ReportProps } from './job-report';
import { ItemComparison } from './item-comparison';

/** The server returns at most this many disagreements. */
const MAX_LISTED_ITEMS = 1000;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  note: { margin: 0 },
  hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
});

/** Agreement between the users of a job, and the items that they disagree on. Opens an item to compare the work. */
export function AgreementReport({ job, params }: ReportProps) {
  return (
    <QueryState
      query={useAgreement(job.id)}
      isEmpty={({ compared }) => compared === 0}
      empty={job.todo_number < 2 ? agreementMessages.singleUser : agreementMessages.none}
    >
      {(agreement) => <AgreementContent job={job} agreement={agreement} params={params} />}
    </QueryState>
  );
}

type Pair = Agreement['pairs'][number];
type Overlap = Pair['labels'];
/** Older servers do not compare attributes. */
const NOTHING: Overlap = { same: 0, all: 0 };
const formatRatio = ({ same, all } = NOTHING) => agreementMessages.share(same, all);
const computeRatio = ({ same, all } = NOTHING) => (all === 0 ? 1 : same / all);

/** The agreement of two users, either over all their items or on one item. */
type UserAgreement = Pick<Pair, 'first' | 'second' | 'labels' | 'shapes' | 'attributes'>;
const USER_COLUMNS: readonly Column<UserAgreement>[] = (['first', 'second'] as const).map((position) => ({
  id: position,
  header: agreementMessages[position],
  cell: (row) => row[position].username,
  sortValue: (row) => row[position].username,
}));
const RATIO_COLUMNS: readonly Column<UserAgreement>[] = (['labels', 'shapes', 'attributes'] as const).map((measure) => ({
  id: measure,
  header: agreementMessages[measure],
  cell: (row) => formatRatio(row[measure]),
  sortValue: (row) => computeRatio(row[measure]),
  align: 'end',
}));
const PAIR_COLUMNS: readonly Column<Pair>[] = [
  ...USER_COLUMNS,
  {
    id: 'compared',
    header: agreementMessages.compared,
    cell: (pair) => String(pair.compared),
    sortValue: (pair) => pair.compared,
    align: 'end',
  },
  {
    id: 'agreeing',
    header: agreementMessages.agreeing,
    cell: (pair) => agreementMessages.share(pair.agreeing, pair.compared),
    sortValue: (pair) => pair.agreeing / pair.compared,
    align: 'end',
  },
  ...RATIO_COLUMNS,
];
const CSV_HEADER = [
  ...[agreementMessages.item, agreementMessages.first, agreementMessages.second],
  ...['same labels', 'all labels', 'same shapes', 'all shapes', 'same attributes', 'all attributes'],
];
const pairTableParams = defineUrlParams({
  sort: { ...param.sort(PAIR_COLUMNS.map(({ id }) => id)), urlName: 'pair-sort' },
});
const getPairId = ({ first, second }: Pair) => `${first.id} ${second.id}`;
const getItemId = ({ image, first, second }: Disagreement) => `${image} ${first.id} ${second.id}`;

function AgreementContent({ job, agreement, params: { values, set } }: ReportProps & { agreement: Agreement }) {
  const styles = useStyles();
  const { item, reportSort } = values;
  const openItem = (id: string) => set({ item: id });
  const { compared, agreeing, labels, shapes, attributes, skeletons, pairs, disagreements } = agreement;
  const pairTable = useUrlParams(pairTableParams);
  const list = useRef<HTMLDivElement>(null);
  // After returning from an item, move the focus to the list.
  const isReturning = useRef(false);
  useEffect(() => {
    if (item === '' && isReturning.current) list.current?.focus();
    isReturning.current = item !== '';
  }, [item]);
  const columns = useMemo(() => createItemColumns(disagreements), [disagreements]);
  const images = useMemo(() => [...new Set(disagreements.map(({ image }) => image))], [disagreements]);
  return (
    <div className={styles.column}>
      <Stats
        values={{
          [agreementMessages.compared]: compared,
          [agreementMessages.agreeing]: agreementMessages.share(agreeing, compared),
          [agreementMessages.labels]: formatRatio(labels),
          [agreementMessages.shapes]: formatRatio(shapes),
          [agreementMessages.attributes]: formatRatio(attributes),
          ...(skeletons && toSkeletonStats(skeletons)),
        }}
      />
      <p className={styles.note}>{agreementMessages.reviewNote}</p>
      <Caption1 className={styles.hint}>{agreementMessages.comparisonRule}</Caption1>
      {pairs.length > 1 && (
        <Subsection title={agreementMessages.pairs}>
          <DataTable
            label={agreementMessages.pairs}
            columns={PAIR_COLUMNS}
            rows={pairs}
            rowId={getPairId}
            sort={pairTable.values.sort}
            onSortChange={(pairSort) => pairTable.set({ sort: pairSort })}
          />
        </Subsection>
      )}
      {item !== '' ? (
        <ItemComparison key={item} job={job} image={item} images={images} onImageChange={openItem} />
      ) : (
        <Subsection ref={list} title={agreementMessages.disagreements} count={disagreements.length}>
          <DownloadCsvButton
            fileName={`${job.name} ${agreementMessages.file}.csv`}
            header={CSV_HEADER}
            getRows={() =>
              disagreements.map((row) => [
                ...[row.image, row.first.username, row.second.username],
                ...[row.labels, row.shapes, row.attributes ?? NOTHING].flatMap(({ same, all }) => [same, all]),
              ])
            }
            disabled={disagreements.length === 0}
          />
          {disagreements.length === 0 ? (
            <EmptyState>{agreementMessages.noDisagreements}</EmptyState>
          ) : (
            <DataTable
              label={agreementMessages.disagreements}
              columns={columns}
              rows={disagreements}
              rowId={getItemId}
              sort={reportSort}
              onSortChange={(sort) => set({ reportSort: sort })}
              onRowClick={({ image }) => openItem(image)}
            />
          )}
          {disagreements.length === MAX_LISTED_ITEMS && (
            <Caption1 className={styles.hint}>{agreementMessages.truncated(MAX_LISTED_ITEMS)}</Caption1>
          )}
        </Subsection>
      )}
    </div>
  );
}

const toSkeletonStats = ({ matched, oks, average_precision: precision }: NonNullable<Agreement['skeletons']>) => ({
  [agreementMessages.skeletons]: matched,
  ...(oks !== null && { [agreementMessages.meanOks]: oks.toFixed(2) }),
  [agreementMessages.averagePrecision]: precision.toFixed(2),
});

function createItemColumns(rows: readonly Disagreement[]): Column<Disagreement>[] {
  const numbers = new Map(rows.map((row, index) => [getItemId(row), index + 1]));
  const getNumber = (row: Disagreement) => numbers.get(getItemId(row)) ?? 0;
  return [
    { id: 'item', header: agreementMessages.item, cell: (row) => String(getNumber(row)), sortValue: getNumber, align: 'end' },
    ...USER_COLUMNS,
    ...RATIO_COLUMNS,
  ];
}
