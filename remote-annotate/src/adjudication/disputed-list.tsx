import { useWorkspace } from '@console/shared-auth';
import type { DisputedItem } from '@console/shared-contract/api';
import { Caption1, EmptyState, makeStyles, Thumbnail, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { adjudicationMessages } from './adjudication-messages';

const THUMBNAIL_SIZE = 56;
const useStyles = makeStyles({
  // Keeps the thumbnails of adjacent rows apart.
  thumbnail: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge },
});

const getName = ({ file_name, image }: DisputedItem) => file_name ?? image;
const formatLabels = ({ label_names: names }: DisputedItem) => names.join(', ');
const formatUsers = ({ users }: DisputedItem) => users.map(({ username }) => username).join(', ');

const createColumns = (blur: boolean): Column<DisputedItem>[] => [
  {
    id: 'thumb',
    header: adjudicationMessages.image,
    cell: ({ thumb_img_path: src }) => <ItemThumbnail src={src} blur={blur} />,
    width: `${THUMBNAIL_SIZE}px`,
  },
  { id: 'name', header: adjudicationMessages.fileName, cell: getName },
  {
    id: 'difference',
    header: adjudicationMessages.difference,
    cell: ({ difference }) => adjudicationMessages.percent(difference),
    align: 'end',
    width: '104px',
  },
  { id: 'labels', header: adjudicationMessages.labels, cell: formatLabels },
  { id: 'users', header: adjudicationMessages.annotators, cell: formatUsers },
];

function ItemThumbnail({ src, blur }: { src: string; blur: boolean }) {
  const styles = useStyles();
  return (
    <span className={styles.thumbnail}>
      <Thumbnail src={src} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    </span>
  );
}

const getId = ({ image }: DisputedItem) => image;

export interface DisputedListProps {
  items: readonly DisputedItem[];
  /** Number of all items. Only the first ones are loaded. */
  total: number;
  onOpen: (image: string) => void;
}

/** The items that wait for a decision, largest difference first. A click on a row opens the item. */
export function DisputedList({ items, total, onOpen }: DisputedListProps) {
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns = useMemo(() => createColumns(blur), [blur]);
  if (items.length === 0)
    return (
      <EmptyState>
        {adjudicationMessages.none} {adjudicationMessages.noneHint}
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label={adjudicationMessages.list}
        columns={columns}
        rows={items}
        rowId={getId}
        onRowClick={({ image }) => onOpen(image)}
      />
      {total > items.length && <Caption1>{adjudicationMessages.truncated(items.length, total)}</Caption1>}
    </>
  );
}
