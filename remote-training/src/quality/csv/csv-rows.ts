import type { Agreement, GoldAppeal, GroupAgreement, QualityReport, ViolationCount } from '@console/shared-contract/api';
import type { CsvCell } from '@console/shared-ui/format';
import { RULE_TEXTS } from '../../tasks-and-labels/quality-rules/rule-messages';
import { getName, listMeasures } from '../estimates';
import { qualityMessages } from '../quality-messages';

const { dimensions, kinds } = qualityMessages.csv;

/** The agreement of the annotators of a job. For a similarity job, the agreement on members of groups. */
export type JobAgreement = { id: string; name: string } & ({ imageAgreement: Agreement } | { groupAgreement: GroupAgreement });

/** Contents of the CSV file in addition to the report. */
export interface ReportDetails {
  /** The agreement of the selected job, or of all jobs of the task. */
  agreements: readonly JobAgreement[];
  violations: readonly ViolationCount[];
  appeals: readonly GoldAppeal[];
}

interface CsvRow {
  dimension: string;
  name?: string;
  id?: string;
  measure: string;
  value?: number | null;
  low?: number | null;
  high?: number | null;
  items?: number | null;
  n?: number | null;
  target?: number | null;
  decision?: string | null;
  more?: number | null;
  text?: string;
  date?: string;
}

/** Returns the cells of a row in the order of the header. */
const toCells = ({ dimension, name = '', id = '', measure, ...row }: CsvRow): CsvCell[] => [
  ...[dimension, name, id, measure, row.value ?? null, row.low ?? null, row.high ?? null, row.items ?? null, row.n ?? null],
  ...[row.target ?? null, row.decision ?? null, row.more ?? null, row.text ?? null, row.date ?? null],
];

/** Returns the rows of the CSV file: all numbers of a report, then agreement, violations and appeals. */
export const toCsvRows = (report: QualityReport, { agreements, violations, appeals }: ReportDetails): CsvCell[][] =>
  [
    ...listEstimates(report),
    ...agreements.flatMap(listAgreement),
    ...violations.map(({ rule, level, violations: value, images: items }): CsvRow => ({
      dimension: dimensions.violation,
      name: RULE_TEXTS[rule].name,
      id: rule,
      measure: level,
      value,
      items,
    })),
    ...appeals.map(({ id, user, state, text, created }): CsvRow => ({
      dimension: dimensions.appeal,
      name: user.username,
      id,
      measure: kinds.appeal,
      decision: state,
      text,
      date: created,
    })),
  ].map(toCells);

function listEstimates({ task, total, people, labels, weeks, jobs, target }: QualityReport): CsvRow[] {
  const rows = [
    { dimension: dimensions.total, ...total },
    ...people.map(({ user, ...row }) => ({ dimension: dimensions.user, name: getName(user, 'user'), id: user.id, ...row })),
    ...labels.map(({ label, ...row }) => ({
      dimension: dimensions.label,
      name: getName(label, 'label'),
      id: label.id,
      decision: null,
      ...row,
    })),
    ...weeks.map(({ week, ...row }) => ({ dimension: dimensions.week, name: week, decision: null, ...row })),
    ...jobs.map(({ job, ...row }) => ({ dimension: dimensions.job, name: getName(job, 'job'), id: job.id, ...row })),
  ];
  return rows.flatMap(({ estimates, decision, ...row }) =>
    listMeasures(task.domain).map((measure): CsvRow => {
      const { images: items, ...estimate } = estimates[measure];
      const isDecided = measure === 'image_f1' && decision !== null;
      return {
        ...row,
        ...estimate,
        measure,
        items,
        ...(isDecided && { target, decision: decision.result, more: decision.more }),
      };
    }),
  );
}

/**
 * Returns the rows about the agreement of the annotators of a job. Rows about pairs of annotators and about labels contain the name of the
 * job as text.
 */
function listAgreement({ id, name, ...job }: JobAgreement): CsvRow[] {
  const statistics = 'groupAgreement' in job ? listGroupStatistics(job.groupAgreement) : listImageStatistics(job.imageAgreement);
  return statistics.flatMap(({ row, values }) =>
    Object.entries(values).flatMap(([measure, statistic]): CsvRow[] => {
      if (!statistic) return [];
      const { alpha, mean, value, n } = statistic;
      const jobColumns = row.dimension === dimensions.agreement ? { name, id } : { text: name };
      return [{ ...row, ...jobColumns, measure, value: value ?? alpha ?? mean ?? null, n }];
    }),
  );
}

interface StatisticsOfRow {
  row: Pick<CsvRow, 'dimension' | 'name' | 'id'>;
  values: Readonly<Record<string, AgreementStatistic | null | undefined>>;
}

const toPairRow = ({ first, second }: Pick<Agreement['pairs'][number], 'first' | 'second'>): StatisticsOfRow['row'] => ({
  dimension: dimensions.pair,
  name: `${first.username}, ${second.username}`,
  id: `${first.id} ${second.id}`,
});

const listGroupStatistics = ({ compared: comparedCount, agreeing, pairs }: GroupAgreement): StatisticsOfRow[] => [
  { row: { dimension: dimensions.agreement }, values: { [kinds.agreeing]: { value: agreeing, n: comparedCount } } },
  ...pairs.map(({ members, f1, alpha, ...pair }) => ({
    row: toPairRow(pair),
    values: {
      [kinds.agreeing]: { value: pair.agreeing, n: pair.compared },
      f1: { value: f1, n: members.same + members.all },
      [kinds.memberAlpha]: alpha,
    },
  })),
];

/** Older servers return fewer statistics. */
const listImageStatistics = ({
  compared: comparedCount,
  agreeing,
  pairs,
  by_label: labels = [],
  ...agreement
}: Agreement): StatisticsOfRow[] => [
  {
    row: { dimension: dimensions.agreement },
    values: {
      [kinds.agreeing]: { value: agreeing, n: comparedCount },
      [kinds.shapeAlpha]: agreement.shape_label_alpha,
      [kinds.imageAlpha]: agreement.image_labels_alpha,
    },
  },
  ...pairs.map(({ shapes, ...pair }) => ({
    row: toPairRow(pair),
    values: {
      [kinds.agreeing]: { value: pair.agreeing, n: pair.compared },
      f1: pair.shape_f1 === undefined ? null : { value: pair.shape_f1, n: shapes.same + shapes.all },
      [kinds.similarity]: pair.similarity,
      [kinds.shapeAlpha]: pair.shape_label_alpha,
      [kinds.imageAlpha]: pair.image_labels_alpha,
    },
  })),
  ...labels.map(({ label: id, alpha, value_alpha, f1, similarity, ...label }) => ({
    row: { dimension: dimensions.labelAgreement, name: getName(label, 'label'), id },
    values: { alpha, [kinds.valueAlpha]: value_alpha, f1, [kinds.similarity]: similarity },
  })),
];

interface AgreementStatistic {
  alpha?: number | null;
  mean?: number | null;
  value?: number | null;
  n: number;
}
