import type { QualityItem } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { ArrowLeftIcon, Button, Caption1, ContentDialog, formatDateTime, Pager, Thumbnail } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { formatValue, getName } from '../estimates';
import { qualityMessages } from '../quality-messages';
import { ITEMS_PAGE_SIZE, useQualityItems, type ItemFilters } from '../quality.queries';
import { GoldWorkComparison } from './comparison';

const { items: messages } = qualityMessages;
const THUMBNAIL_SIZE = 56;

const getRowId = ({ gold: goldId, user, job }: QualityItem) => `${goldId} ${user.id} ${job.id}`;
const getItemName = ({ file_name, image, group }: QualityItem) => file_name ?? image ?? group;

/** Lists the kinds of differences with their numbers. */
function formatDifferences({ differences }: QualityItem): string {
  const counts = Object.entries(differences).filter(([, count]) => count > 0);
  const texts = counts.map(([kind, count]) =>
    qualityMessages.count(qualityMessages.differences[kind as keyof QualityItem['differences']], count),
  );
  return texts.join(', ') || messages.none;
}

const createColumns = (blur: boolean, hasGroups: boolean): Column<QualityItem>[] => [
  {
    id: 'thumb',
    header: hasGroups ? messages.group : messages.image,
    cell: ({ thumb_img_path }) => (
      <Thumbnail src={thumb_img_path} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    ),
    width: `${THUMBNAIL_SIZE + 8}px`,
  },
  { id: 'name', header: messages.name, cell: getItemName, width: '150px' },
  { id: 'user', header: messages.user, cell: ({ user }) => user.username, width: '130px' },
  { id: 'f1', header: messages.f1, cell: ({ f1 }) => formatValue(f1), align: 'end', width: '64px' },
  { id: 'differences', header: messages.differences, cell: formatDifferences, width: '180px' },
  { id: 'job', header: messages.job, cell: ({ job }) => getName(job, 'job'), width: '120px' },
  { id: 'scored', header: messages.scored, cell: ({ scored }) => formatDateTime(scored), width: '130px' },
];

interface ItemsDialogProps {
  title: string;
  filters: ItemFilters;
  onClose: () => void;
}

/**
 * Lists the gold-standard items that a number of the report summarizes, the lowest F1 first. A row opens the comparison of the work
 * with the gold annotations.
 */
export function ItemsDialog({ title, filters, onClose }: ItemsDialogProps) {
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<QualityItem | null>(null);
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const { data, error, refetch } = useQualityItems(filters, page);
  const hasGroups = data?.results.some(({ image }) => image === null) ?? false;
  const columns = useMemo(() => createColumns(blur, hasGroups), [blur, hasGroups]);
  if (selected) {
    const { gold: goldId, image: imageId, job, user } = selected;
    return (
      <ContentDialog
        key="comparison"
        title={`${getItemName(selected)}: ${user.username}`}
        width="min(1200px, 100%)"
        maxWidth="96vw"
        actions={
          <Button icon={<ArrowLeftIcon />} autoFocus onClick={() => setSelected(null)}>
            {messages.back}
          </Button>
        }
        onClose={onClose}
      >
        <GoldWorkComparison gold={goldId} image={imageId} job={job.id} user={user.id} scored />
      </ContentDialog>
    );
  }
  return (
    <ContentDialog title={title} width="min(1000px, 100%)" maxWidth="96vw" onClose={onClose}>
      <Caption1>{hasGroups ? messages.groupsHint : messages.hint}</Caption1>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.results}
        rowId={getRowId}
        onRowClick={setSelected}
        error={error}
        failed={messages.failed}
        onRetry={() => void refetch()}
        empty={messages.empty}
      />
      <Pager page={page} pageSize={ITEMS_PAGE_SIZE} total={data?.count ?? 0} onPageChange={setPage} />
    </ContentDialog>
  );
}
