import { Badge, ColorSwatch, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { memo, useSyncExternalStore } from 'react';
import type { KnownLabel, LabelSet, Shape } from '../../editor';
import { messages } from '../../messages';
import { getShapeColor } from '../label-names';
import { formatLabels } from '../recognition/object-labels';
import { useScreen } from '../screen-context';
import { isEmptyMeta } from './item-meta';
import { ItemToggles } from './item-toggles';

const itemMessages = messages.items;
/** Pixels. */
export const ROW_HEIGHT = 32;
/** Of more recognition labels than these a row says only how many they are. */
const MAX_LABELS_SHOWN = 2;

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    height: `${ROW_HEIGHT}px`,
    paddingInlineEnd: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    flexGrow: 1,
    minWidth: 0,
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  badge: { flexShrink: 0, whiteSpace: 'nowrap' },
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

interface ItemRowProps {
  shape: Shape;
  /** Its place among those of its kind, from 1. */
  number: number;
  /** Of its label, or a point's own. */
  label: string;
  labels: LabelSet;
  /** The recognition labels of an object. */
  carried: readonly KnownLabel[];
}

/** A shape in the list of items. Of thousands of rows only those whose own state changes are drawn again. */
export const ItemRow = memo(function ItemRow({ shape, number, label, labels, carried }: ItemRowProps) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { selection, concealed, locked } = editor.topics;
  const isSelected = useSyncExternalStore(selection.subscribe, () => editor.isSelected(shape.id));
  const isHidden = useSyncExternalStore(concealed.subscribe, () => editor.isConcealed(shape.id));
  const isLocked = useSyncExternalStore(locked.subscribe, () => editor.isLocked(shape.id));
  const name = `${label} ${number}`;
  return (
    <div className={mergeClasses(styles.row, isSelected && styles.chosen)}>
      <button
        type="button"
        className={styles.item}
        aria-pressed={isSelected}
        onClick={(event) => {
          if (event.shiftKey || event.ctrlKey || event.metaKey) return editor.toggleSelected(shape.id);
          editor.select(shape.id);
          editor.reveal(shape.id);
        }}
      >
        {/* The name stands beside it: a colour code read out before each would only be in the way. */}
        <span aria-hidden>
          <ColorSwatch color={getShapeColor(shape, labels)} />
        </span>
        <span className={styles.name}>
          {/* A name that turns the direction of writing keeps it to itself: the number stays at its end. */}
          <bdi>{label}</bdi> {number}
        </span>
        {carried.length > 0 && (
          <span className={styles.labels} title={formatLabels(carried).join(', ')}>
            {carried.length > MAX_LABELS_SHOWN ? itemMessages.labelCount(carried.length) : formatLabels(carried).join(', ')}
          </span>
        )}
        {shape.kind !== 'point' && !isEmptyMeta(shape.metaData) && (
          <Badge className={styles.badge} appearance="tint" size="small">
            {itemMessages.hasMeta}
          </Badge>
        )}
      </button>
      <ItemToggles
        name={name}
        isHidden={isHidden}
        isLocked={isLocked}
        onHide={(hidden) => editor.setConcealed([shape.id], hidden)}
        onLock={(locked) => editor.setLocked([shape.id], locked)}
      />
    </div>
  );
});
