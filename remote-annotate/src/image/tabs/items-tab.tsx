import { memo, useMemo, useSyncExternalStore } from 'react';
import { Badge, Button, ColorSwatch, EmptyState, HideIcon, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { LongList } from '@console/shared-ui/lists';
import type { KnownLabel, LabelSet, Shape, ShapeKind } from '../../editor';
import { messages } from '../../messages';
import { shapeColor, shapeName } from '../label-names';
import { useScreen } from '../screen-context';
import { useTopic } from '../../editor/view/use-topic';
import { ConflictWarning } from '../recognition/conflict-warning';
import { labelTexts, useLabelsOfObjects } from '../recognition/listed-labels';
import { useRecognitionTasks } from '../image.queries';
import { ItemGroups } from './item-groups';
import { useItemStyles } from './item-styles';

const words = messages.items;
/** Pixels. */
const ROW_HEIGHT = 32;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalM },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    height: `${ROW_HEIGHT}px`,
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  hidden: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Half of the row at most: the name is what tells the rows apart.
  labels: {
    flexShrink: 0,
    maxWidth: '50%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

const sections: readonly { kind: ShapeKind; title: string }[] = [
  { kind: 'object', title: words.objects },
  { kind: 'polygon', title: words.polygons },
  { kind: 'point', title: words.points },
];

const idOf = ({ id }: Shape) => id;
const NONE: readonly KnownLabel[] = [];
/** Of more recognition labels than these a row says only how many they are. */
const MOST_NAMED = 2;

const isEmptyMeta = (meta: unknown) =>
  meta === null || meta === undefined || (typeof meta === 'object' && Object.keys(meta).length === 0);

/** Everything that is annotated on the image. */
export function ItemsTab() {
  const styles = useStyles();
  const shared = useItemStyles();
  const { editor, image } = useScreen();
  const { shapes } = useTopic(editor.topics.document);
  const labels = useTopic(editor.topics.labels);
  const labelsOf = useLabelsOfObjects();
  const tasks = useRecognitionTasks().data ?? [];
  const byKind = useMemo(() => {
    const of = (kind: ShapeKind) => shapes.filter((shape) => shape.kind === kind);
    return { object: of('object'), polygon: of('polygon'), point: of('point') };
  }, [shapes]);
  return (
    <div className={styles.column}>
      <ConflictWarning present={image.labels} tasks={tasks} />
      {image.labels.length > 0 && (
        <section aria-label={words.labels}>
          <h3 className={shared.heading}>{words.labels}</h3>
          {labelTexts(image.labels).join(', ')}
        </section>
      )}
      {shapes.length === 0 && image.labels.length === 0 && <EmptyState>{words.none}</EmptyState>}
      {sections.map(({ kind, title }) => {
        const rows = byKind[kind];
        if (rows.length === 0) return null;
        return (
          <div key={kind}>
            <div className={styles.head}>
              <h3 className={shared.heading}>{`${title} (${rows.length})`}</h3>
              {rows.length > 1 && (
                <Button
                  size="small"
                  appearance="transparent"
                  aria-label={words.selectAllOf(title)}
                  onClick={() => editor.select(rows.map(({ id }) => id))}
                >
                  {words.selectAll}
                </Button>
              )}
            </div>
            <section aria-label={title}>
              <LongList items={rows} itemKey={idOf} itemHeight={ROW_HEIGHT}>
                {(shape, index) => (
                  <Item
                    shape={shape}
                    index={index + 1}
                    labels={labels}
                    carried={shape.kind === 'object' ? labelsOf(shape) : NONE}
                  />
                )}
              </LongList>
            </section>
          </div>
        );
      })}
      <ItemGroups />
      {isEmptyMeta(image.meta_data) && <p className={shared.note}>{words.emptyMeta}</p>}
      {image.foreground_mask && <p className={shared.note}>{words.mask}</p>}
    </div>
  );
}

interface ItemProps {
  shape: Shape;
  index: number;
  labels: LabelSet;
  /** The recognition labels of an object. */
  carried: readonly KnownLabel[];
}

const Item = memo(function Item({ shape, index, labels, carried }: ItemProps) {
  const styles = useStyles();
  const { editor } = useScreen();
  // Of thousands of rows only those whose own state changes are drawn again.
  const isSelected = useSyncExternalStore(editor.topics.selection.subscribe, () => editor.isSelected(shape.id));
  const isHidden = useSyncExternalStore(editor.topics.concealed.subscribe, () => editor.isConcealed(shape.id));
  return (
    <button
      type="button"
      className={mergeClasses(styles.row, isSelected && styles.chosen)}
      aria-pressed={isSelected}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey) return editor.toggleSelected(shape.id);
        editor.select(shape.id);
        editor.reveal(shape.id);
      }}
    >
      {/* The name stands beside it: a colour code read out before each would only be in the way. */}
      <span aria-hidden>
        <ColorSwatch color={shapeColor(shape, labels)} />
      </span>
      <span className={styles.name}>{`${shapeName(shape, labels)} ${index}`}</span>
      {carried.length > 0 && (
        <span className={styles.labels} title={labelTexts(carried).join(', ')}>
          {carried.length > MOST_NAMED ? words.labelCount(carried.length) : labelTexts(carried).join(', ')}
        </span>
      )}
      {isHidden && <HideIcon className={styles.hidden} aria-label={words.hidden} />}
      {shape.kind !== 'point' && !isEmptyMeta(shape.metaData) && (
        <Badge appearance="tint" size="small">
          {words.hasMeta}
        </Badge>
      )}
    </button>
  );
});
