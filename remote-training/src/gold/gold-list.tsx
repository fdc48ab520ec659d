import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { GoldDomain, GoldItem } from '@console/shared-contract/api';
import { Button, Caption1, makeStyles, Pager, Thumbnail, tokens } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { goldMessages as messages } from './gold-messages';
import { GOLD_PAGE_SIZE, reviseGold, setRetired, useGoldItems } from './gold.queries';
import { GoldSamples } from './sample/gold-samples';

const useStyles = makeStyles({
  section: { flexShrink: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

const THUMBNAIL_SIZE = 40;
const getRowId = ({ id }: GoldItem) => id;
const getState = ({ retired, retired_reason: reason }: GoldItem): string =>
  retired === null ? messages.states['active']! : (messages.states[reason ?? ''] ?? messages.retired);

const getName = ({ file_name: name, image, group }: GoldItem) => name ?? image ?? group;

type GoldKind = 'images' | 'groups';

const createColumns = (blur: boolean, kind: GoldKind): Column<GoldItem>[] => [
  {
    id: 'thumb',
    header: messages.columns[kind],
    cell: ({ thumb_img_path }) => (
      <Thumbnail src={thumb_img_path} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    ),
    width: '64px',
  },
  { id: 'name', header: messages.columns.name, cell: getName, width: '140px' },
  { id: 'source', header: messages.columns.source, cell: ({ source }) => messages.sources[source], width: '100px' },
  { id: 'revision', header: messages.columns.revision, cell: ({ revision }) => revision, align: 'end', width: '72px' },
  { id: 'uses', header: messages.columns.uses, cell: ({ uses }) => uses.toLocaleString('en'), align: 'end', width: '80px' },
  {
    id: 'score',
    header: messages.columns.score,
    cell: ({ mean_score: score }) => (score === null ? '–' : score.toFixed(2)),
    align: 'end',
    width: '72px',
  },
  { id: 'state', header: messages.columns.state, cell: getState, width: '120px' },
];

interface GoldListProps {
  domain: GoldDomain;
  /** Id of the task. */
  task: string;
}

/**
 * Lists the gold items of a task, whose correct result is known, with their use and mean score. Managers can retire them, or copy
 * their annotations or members again.
 */
export function GoldList({ domain, task: taskId }: GoldListProps) {
  const styles = useStyles();
  const kind: GoldKind = domain === 'similarity' ? 'groups' : 'images';
  const [page, setPage] = useState(1);
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const canManage = useCanCall<'POST /annotate/v2/gold/retire'>('manage');
  const list = useGoldItems(domain, taskId, page);
  const retirement = useWrite({
    send: ({ id, retired }: GoldItem) => setRetired(id, retired === null),
    failure: messages.retireFailed,
    changes: () => [{ topic: 'jobs' }],
  });
  const revision = useWrite({
    send: ({ id }: GoldItem) => reviseGold(id),
    success: { title: messages.revised[kind] },
    failure: messages.reviseFailed[kind],
    changes: () => [{ topic: 'jobs' }],
  });
  const columns = useMemo<Column<GoldItem>[]>(() => {
    if (!canManage) return createColumns(blur, kind);
    const isBusy = retirement.isPending || revision.isPending;
    const createActionLabel = (action: string, item: GoldItem) => `${action}: ${getName(item)}`;
    return [
      ...createColumns(blur, kind),
      {
        id: 'actions',
        header: messages.columns.actions,
        width: '260px',
        cell: (goldItem) => {
          const action = goldItem.retired === null ? messages.retire : messages.reuse;
          return (
            <div className={styles.actions}>
              <Button
                size="small"
                aria-label={createActionLabel(action, goldItem)}
                disabledFocusable={isBusy}
                onClick={() => void retirement.send(goldItem)}
              >
                {action}
              </Button>
              <Button
                size="small"
                aria-label={createActionLabel(messages.revise[kind], goldItem)}
                disabledFocusable={isBusy}
                onClick={() => void revision.send(goldItem)}
              >
                {messages.revise[kind]}
              </Button>
            </div>
          );
        },
      },
    ];
  }, [blur, kind, canManage, retirement, revision, styles.actions]);
  return (
    <section className={styles.section} aria-label={messages.title}>
      <Caption1>{messages.listIntro[kind]}</Caption1>
      <GoldSamples domain={domain} task={taskId} />
      <DataTable
        label={messages.title}
        columns={columns}
        rows={list.data?.results}
        rowId={getRowId}
        error={list.error}
        failed={messages.failed}
        onRetry={() => void list.refetch()}
        empty={messages.empty}
      />
      {(list.data?.count ?? 0) > GOLD_PAGE_SIZE && (
        <Pager page={page} pageSize={GOLD_PAGE_SIZE} total={list.data?.count ?? 0} onPageChange={setPage} />
      )}
    </section>
  );
}
