import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button, EmptyState, makeStyles, tokens } from '@console/shared-ui/basics';
import { LongList } from '@console/shared-ui/lists';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { SHAPE_KINDS } from '../../shape-kinds/kind-registry';
import { itemMessages } from './item-messages';
import { useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';
import { ConflictWarning } from '../recognition/conflict-warning';
import { formatLabels, useObjectLabelsLookup } from '../recognition/state/object-labels';
import { useRecognitionTasks } from '../data/image.queries';
import { findItems, groupItems, listItems, NO_QUERY, sortItems, type AnnotationItem, type ItemOrder } from './find-items';
import { ItemFinder } from './item-finder';
import { ItemGroups } from './item-groups';
import { ItemLabels } from './item-labels';
import { isEmptyMeta } from './item-meta';
import { ItemRow, ROW_HEIGHT } from './item-row';
import { useItemStyles } from '../controls/item-styles';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  labels: { overflowWrap: 'anywhere' },
  lists: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
});

const sections = SHAPE_KINDS.map((kind) => ({ kind, title: kindMessages[kind].plural }));

const getShapeId = ({ shape }: AnnotationItem) => shape.id;

// Memoize the labels and groups, so that typing in the search does not render them.
const MemoizedLabels = memo(ItemLabels);
const MemoizedGroups = memo(ItemGroups);

/** The list of all annotations on the image, with search, filters and sort order. */
export function ItemsTab() {
  const styles = useStyles();
  const itemStyles = useItemStyles();
  const { editor, image } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const getLabels = useObjectLabelsLookup();
  const tasks = useRecognitionTasks().data ?? [];
  const [order, setOrder] = useState<ItemOrder>('drawn');
  const [areLabelsOpen, setLabelsOpen] = useState(false);
  // Reset the query when another image is shown.
  const [queryState, setQueryState] = useState({ imageId: image.id, query: NO_QUERY });
  const query = queryState.imageId === image.id ? queryState.query : NO_QUERY;
  // Defer the filtering of thousands of rows, so that a typed character appears at once.
  const deferredQuery = useDeferredValue(query);
  const items = useMemo(() => listItems(shapes, labels, getLabels), [shapes, labels, getLabels]);
  const groups = useMemo(() => groupItems(items), [items]);
  const foundItems = useMemo(() => sortItems(findItems(items, deferredQuery), order), [items, deferredQuery, order]);
  const foundIds = useMemo(() => foundItems.map(getShapeId), [foundItems]);
  const itemSections = useMemo(
    () => sections.map(({ kind, title }) => ({ title, items: foundItems.filter(({ shape }) => shape.kind === kind) })),
    [foundItems],
  );
  const listsElement = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.column}>
      <ConflictWarning present={image.labels} tasks={tasks} />
      {image.labels.length > 0 && (
        <section aria-label={itemMessages.labels}>
          <h3 className={itemStyles.heading}>{itemMessages.labels}</h3>
          <span className={styles.labels}>{formatLabels(image.labels).join(', ')}</span>
        </section>
      )}
      {shapes.length === 0 && image.labels.length === 0 && <EmptyState>{itemMessages.noItems}</EmptyState>}
      {shapes.length > 1 && (
        <>
          <ItemFinder
            query={query}
            onQuery={(next) => setQueryState({ imageId: image.id, query: next })}
            order={order}
            onOrder={setOrder}
            groups={groups}
            found={foundIds}
            total={shapes.length}
            onDown={() => listsElement.current?.querySelector<HTMLElement>('[data-item] button')?.focus()}
          />
          <MemoizedLabels groups={groups} isOpen={areLabelsOpen} onOpen={setLabelsOpen} />
        </>
      )}
      <div ref={listsElement} className={styles.lists}>
        {itemSections.map(({ title, items: sectionItems }) => (
          <KindSection key={title} title={title} items={sectionItems} />
        ))}
        {shapes.length > 0 && foundItems.length === 0 && <p className={itemStyles.note}>{itemMessages.noMatch}</p>}
      </div>
      <MemoizedGroups />
      {isEmptyMeta(image.meta_data) && <p className={itemStyles.note}>{itemMessages.emptyMeta}</p>}
      {image.foreground_mask && <p className={itemStyles.note}>{itemMessages.mask}</p>}
    </div>
  );
}

interface KindSectionProps {
  title: string;
  items: readonly AnnotationItem[];
}

const KindSection = memo(function KindSection({ title, items }: KindSectionProps) {
  const styles = useStyles();
  const itemStyles = useItemStyles();
  const { editor } = useScreen();
  if (items.length === 0) return null;
  return (
    <div>
      <div className={styles.head}>
        <h3 className={itemStyles.heading}>{`${title} (${items.length})`}</h3>
        {items.length > 1 && (
          <Button
            size="small"
            appearance="transparent"
            aria-label={itemMessages.selectAllOf(title)}
            onClick={() => editor.select(items.map(getShapeId))}
          >
            {itemMessages.selectAll}
          </Button>
        )}
      </div>
      <section aria-label={title}>
        <LongList items={items} itemKey={getShapeId} itemHeight={ROW_HEIGHT}>
          {(item) => <ItemRow {...item} />}
        </LongList>
      </section>
    </div>
  );
});
