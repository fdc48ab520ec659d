import { TextLink, useCanOpen } from '@console/shared-ui/basics';
import type { NamedRows } from '@console/shared-ui/history';
import { activityMessages } from './messages';
import { getRowPath } from './named-row';

interface RowLinkProps {
  id: string | null;
  names: NamedRows;
  /** Query string of the page, for example to select a shape. */
  query?: string;
}

/** The name of a row, as a link if the row exists and has a page. */
export function RowLink({ id, names, query = '' }: RowLinkProps) {
  const row = id === null ? undefined : names[id];
  const path = id !== null && row ? getRowPath(id, row) : null;
  const canOpen = useCanOpen(path ?? '');
  if (!row) return '';
  const name = row.name ?? activityMessages.unnamed[row.kind === 'training_image' ? 'image' : 'other'];
  return path !== null && canOpen ? <TextLink to={path + query}>{name}</TextLink> : name;
}
