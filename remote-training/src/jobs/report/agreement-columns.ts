import type { Agreement } from '@console/shared-contract/api';
import type { Column } from '@console/shared-ui/table';
import { agreementMessages } from './job-report-messages';

export type AgreementPair = Agreement['pairs'][number];
export type Overlap = AgreementPair['labels'];
/** Older servers do not compare attributes. */
export const NO_OVERLAP: Overlap = { same: 0, all: 0 };
export const formatRatio = ({ same, all } = NO_OVERLAP) => agreementMessages.share(same, all);
const computeRatio = ({ same, all } = NO_OVERLAP) => (all === 0 ? 1 : same / all);

/** The agreement of two users, either over all their items or on one item. */
type UserAgreement = Pick<AgreementPair, 'first' | 'second' | 'labels' | 'shapes' | 'attributes'>;

export const USER_COLUMNS: readonly Column<UserAgreement>[] = (['first', 'second'] as const).map((position) => ({
  id: position,
  header: agreementMessages[position],
  cell: (row) => row[position].username,
  sortValue: (row) => row[position].username,
}));

/** A column with the annotations that both users have. */
export const createRatioColumn = (measure: 'labels' | 'shapes' | 'attributes'): Column<UserAgreement> => ({
  id: measure,
  header: agreementMessages[measure],
  cell: (row) => formatRatio(row[measure]),
  sortValue: (row) => computeRatio(row[measure]),
  align: 'end',
});
