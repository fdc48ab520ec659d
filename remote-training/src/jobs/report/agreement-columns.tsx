import type { Agreement } from '@console/shared-contract/api';
import { makeStyles, tokens, TruncatedText } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { agreementMessages } from './job-report-messages';

export type AgreementPair = Agreement['pairs'][number];
export type Overlap = AgreementPair['labels'];
/** Used for attributes on older servers, which do not compare attributes. */
export const NO_OVERLAP: Overlap = { same: 0, all: 0 };
export const formatRatio = ({ same, all } = NO_OVERLAP) => agreementMessages.share(same, all);
const formatCounts = ({ same, all } = NO_OVERLAP) => agreementMessages.counts(same, all);
const computeRatio = ({ same, all } = NO_OVERLAP) => (all === 0 ? 1 : same / all);

/** The agreement of two users, either over all their items or on one item. */
type UserAgreement = Pick<AgreementPair, 'first' | 'second' | 'labels' | 'shapes' | 'attributes'>;

const getUsernames = ({ first, second }: UserAgreement) => `${first.username} ${second.username}`;

export const USERS_COLUMN: Column<UserAgreement> = {
  id: 'first',
  header: agreementMessages.users,
  cell: ({ first, second }) => <TwoLines first={first.username} second={second.username} />,
  sortValue: getUsernames,
  width: '168px',
};

/** A column with the ratio of annotations that both users have. */
export const createRatioColumn = (measure: 'labels' | 'shapes' | 'attributes'): Column<UserAgreement> => ({
  id: measure,
  header: agreementMessages.same[measure],
  cell: (row) => formatCounts(row[measure]),
  sortValue: (row) => computeRatio(row[measure]),
  align: 'end',
  width: '88px',
});

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  secondary: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  end: { alignItems: 'flex-end' },
});

/** Two texts of a table cell, one below the other. */
export function TwoLines({ first, second }: { first: string; second: string }) {
  const styles = useStyles();
  return (
    <span className={styles.lines}>
      <TruncatedText>{first}</TruncatedText>
      <TruncatedText>{second}</TruncatedText>
    </span>
  );
}

/** A value with a detail in smaller letters below it, at the end of a table cell. */
export function ValueWithDetail({ value, detail }: { value: string; detail: string }) {
  const styles = useStyles();
  return (
    <span className={`${styles.lines} ${styles.end}`}>
      <span>{value}</span>
      <span className={styles.secondary}>{detail}</span>
    </span>
  );
}
