import { Pager } from '../pager/pager';
import type { ListState } from './list-state';

export interface ListPagerProps {
  list: Pick<ListState<unknown>, 'page' | 'pageSize' | 'total' | 'setPage'>;
  /** `always` also shows the total number if there is only one page. */
  pager?: 'always' | 'auto';
  /** Formats the total number. Default: "12 items". */
  formatTotal?: (total: number) => string;
}

/** The pager of a list. By default, it is hidden if there is only one page. */
export function ListPager({ list: { page, pageSize, total, setPage }, pager = 'auto', formatTotal }: ListPagerProps) {
  if (total === undefined || (pager === 'auto' && total <= pageSize)) return null;
  return <Pager page={page} pageSize={pageSize} total={total} onPageChange={setPage} totalText={formatTotal?.(total)} />;
}
