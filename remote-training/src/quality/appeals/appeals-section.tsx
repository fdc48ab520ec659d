import type { GoldAppeal } from '@console/shared-contract/api';
import { useCanCall, useWorkspace } from '@console/shared-auth';
import { Badge, formatDateTime, Section, Thumbnail } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { qualityMessages } from '../quality-messages';
import { useAppeals } from '../quality.queries';
import { AppealDialog } from './appeal-dialog';

const { appeals: messages, sections, columns: names } = qualityMessages;
const THUMBNAIL_SIZE = 56;
const COLORS = { open: 'warning', accepted: 'success', rejected: 'informative' } as const;

const createColumns = (blur: boolean, hasGroups: boolean): Column<GoldAppeal>[] => [
  {
    id: 'thumb',
    header: hasGroups ? qualityMessages.items.group : qualityMessages.items.image,
    cell: ({ thumb_img_path }) => (
      <Thumbnail src={thumb_img_path} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    ),
    width: `${THUMBNAIL_SIZE + 8}px`,
  },
  {
    id: 'state',
    header: messages.state,
    cell: ({ state }) => (
      <Badge appearance="tint" color={COLORS[state]}>
        {messages.states[state]}
      </Badge>
    ),
    sortValue: ({ state }) => messages.states[state],
    width: '96px',
  },
  { id: 'user', header: names.user, cell: ({ user }) => user.username, sortValue: ({ user }) => user.username, width: '130px' },
  { id: 'text', header: messages.text, cell: ({ text }) => text },
  {
    id: 'created',
    header: messages.created,
    cell: ({ created }) => formatDateTime(created),
    sortValue: ({ created }) => created,
    width: '130px',
  },
];

/** The appeals of a task or job. Reviewers open one to decide on it. */
export function AppealsSection({
  task,
  job,
  isOfGroups: hasGroups,
}: {
  task: string;
  job: string | undefined;
  isOfGroups: boolean;
}) {
  const { data, error, refetch } = useAppeals({ task, job });
  const canDecide = useCanCall<'PUT /annotate/v2/gold-appeal/{id}'>('review');
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns = useMemo(() => createColumns(blur, hasGroups), [blur, hasGroups]);
  const dialog = useDialog<GoldAppeal>();
  const openCount = data?.filter(({ state }) => state === 'open').length;
  return (
    <Section title={sections.appeals} count={openCount}>
      <DataTable
        label={sections.appeals}
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        onRowClick={canDecide ? dialog.open : undefined}
        error={error}
        failed={messages.failed}
        onRetry={() => void refetch()}
        empty={messages.none}
      />
      <DialogSlot dialog={dialog}>{(appeal, close) => <AppealDialog appeal={appeal} onClose={close} />}</DialogSlot>
    </Section>
  );
}
