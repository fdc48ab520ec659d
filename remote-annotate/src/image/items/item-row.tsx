import { Badge, ColorSwatch, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { memo, useSyncExternalStore } from 'react';
import { itemMessages } from './item-messages';
import { formatFlags } from '../attributes/format-flags';
import { formatLabels } from '../recognition/state/object-labels';
import { useScreen } from '../context/screen-context';
import type { AnnotationItem } from './find-items';
import { isEmptyMeta } from './item-meta';
import { ItemToggles } from './item-toggles';

/** Height of a row in pixels. */
export const ROW_HEIGHT = 32;
/** With more recognition labels, a row shows only their number. */
const MAX_SHOWN_LABELS = 2;

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
  chosen: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  badge: { flexShrink: 0, whiteSpace: 'nowrap' },
  // Limit the labels to half of the row, so that the name stays readable.
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

/** A shape in the list of items. Each row subscribes to its own state, so only changed rows render. */
export const ItemRow = memo(function ItemRow({ shape, number, name, color, recognitionLabels }: AnnotationItem) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { selection, hiddenShapeIds, locked } = editor.topics;
  const isSelected = useSyncExternalStore(selection.subscribe, () => editor.isSelected(shape.id));
  const isHidden = useSyncExternalStore(hiddenShapeIds.subscribe, () => editor.isIndividuallyHidden(shape.id));
  const isLocked = useSyncExternalStore(locked.subscribe, () => editor.isLocked(shape.id));
  const flags = formatFlags(shape);
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
        {/* Hide the swatch from screen readers, which would otherwise read a colour code before each name. */}
        <span aria-hidden>
          <ColorSwatch color={color} />
        </span>
        <span className={styles.name}>
          {/* `bdi` isolates names in right-to-left scripts, so that the number stays at the end. */}
          <bdi>{name}</bdi> {number}
        </span>
        {recognitionLabels.length > 0 && (
          <span className={styles.labels} title={formatLabels(recognitionLabels).join(', ')}>
            {recognitionLabels.length > MAX_SHOWN_LABELS
              ? itemMessages.labelCount(recognitionLabels.length)
              : formatLabels(recognitionLabels).join(', ')}
          </span>
        )}
        {flags !== '' && (
          <Badge className={styles.badge} appearance="tint" size="small" title={flags}>
            {flags}
          </Badge>
        )}
        {'metaData' in shape && !isEmptyMeta(shape.metaData) && (
          <Badge className={styles.badge} appearance="tint" size="small">
            {itemMessages.hasMeta}
          </Badge>
        )}
      </button>
      <ItemToggles
        name={`${name} ${number}`}
        isHidden={isHidden}
        isLocked={isLocked}
        onHide={(isHidden) => editor.setShapesHidden([shape.id], isHidden)}
        onLock={(isLocked) => editor.setLocked([shape.id], isLocked)}
      />
    </div>
  );
});
