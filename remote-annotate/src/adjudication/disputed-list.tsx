import { useWorkspace } from '@console/shared-auth';
import { Caption1, EmptyState, makeStyles, Thumbnail, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import type { JobKind } from '../job/job.queries';
import { adjudicationMessages } from './adjudication-messages';
import type { DisputedRow } from './adjudication.queries';

const THUMBNAIL_SIZE = 56;
const useStyles = makeStyles({
  // Keeps the thumbnails of adjacent rows apart.
  thumbnail: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge },
});

const getName = ({ name }: DisputedRow) => name;
const formatLabels = ({ labels }: DisputedRow) => labels.join(', ');
const formatUsers = ({ users }: DisputedRow) => users.map(({ username }) => username).join(', ');

const createColumns = (kind: JobKind, blur: boolean): Column<DisputedRow>[] => [
  {
    id: 'thumb',
    header: adjudicationMessages.image,
    cell: ({ thumbnail }) => <ItemThumbnail src={thumbnail} blur={blur} />,
    width: `${THUMBNAIL_SIZE}px`,
  },
  { id: 'name', header: adjudicationMessages.itemName[kind], cell: getName },
  {
    id: 'difference',
    header: adjudicationMessages.difference,
    cell: ({ difference }) => adjudicationMessages.percent(difference),
    align: 'end',
    width: '104px',
  },
  ...(kind === 'image' ? [{ id: 'labels', header: adjudicationMessages.labels, cell: formatLabels }] : []),
  { id: 'users', header: adjudicationMessages.annotators, cell: formatUsers },
];

function ItemThumbnail({ src, blur }: { src: string | null; blur: boolean }) {
  const styles = useStyles();
  return (
    <span className={styles.thumbnail}>
      <Thumbnail src={src} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    </span>
  );
}

const getId = ({ id }: DisputedRow) => id;

interface DisputedListProps {
  kind: JobKind;
  items: readonly DisputedRow[];
  /** Number of all items. Only the first items are loaded. */
  total: number;
  onOpen: (id: string) => void;
}

/** The list of items that wait for a decision, largest disagreement first. A click on a row opens the item. */
export function DisputedList({ kind, items, total, onOpen }: DisputedListProps) {
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns = useMemo(() => createColumns(kind, blur), [kind, blur]);
  if (items.length === 0)
    return (
      <EmptyState>
        {adjudicationMessages.noItems} {adjudicationMessages.noItemsHint}
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label={adjudicationMessages.list}
        columns={columns}
        rows={items}
        rowId={getId}
        onRowClick={({ id }) => onOpen(id)}
      />
      {total > items.length && <Caption1>{adjudicationMessages.truncated(items.length, total)}</Caption1>}
    </>
  );
}
