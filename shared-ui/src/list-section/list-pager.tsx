import { Pager } from '../pager/pager';
import type { ListState } from './list-state';

export interface ListPagerProps {
  list: Pick<ListState<unknown>, 'page' | 'pageSize' | 'total' | 'setPage'>;
  /** `always` shows the total number even of a single page. */
  pager?: 'always' | 'auto';
  /** Formats the total number. Default: "12 items". */
  formatTotal?: (total: number) => string;
}

/** The pager of a list. A single page has none by default. */
export function ListPager({ list: { page, pageSize, total, setPage }, pager = 'auto', formatTotal }: ListPagerProps) {
  if (total === undefined || (pager === 'auto' && total <= pageSize)) return null;
  return <Pager page={page} pageSize={pageSize} total={total} onPageChange={setPage} totalText={formatTotal?.(total)} />;
}
