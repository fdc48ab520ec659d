import {
  AddIcon,
  Button,
  makeStyles,
  mergeClasses,
  Subsection,
  TextLink,
  Thumbnail,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { similarMessages } from './similar-messages';
import { useTileStyles } from '../common/tile-styles';
import type { SimilarItem, SimilarKind } from './similar-items';

const useStyles = makeStyles({
  grid: { gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))' },
  likeness: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums' },
});

/** The action of the button on a similar item. */
export interface SimilarItemAction {
  /** Kinds of items that have the action. */
  kinds: readonly SimilarKind[];
  /** Accessible name of the button. */
  getName: (item: SimilarItem) => string;
  run: (item: SimilarItem) => void;
  /** Whether the action of the item with this key is running. */
  isBusy: (key: string) => boolean;
}

interface SimilarSectionProps {
  kind: SimilarKind;
  items: readonly SimilarItem[];
  action?: SimilarItemAction;
}

/** Grid of the similar items of one kind, most similar first. Links open a new tab, so that the work next to the panel is not interrupted. */
export function SimilarSection({ kind, items, action }: SimilarSectionProps) {
  const styles = useStyles();
  const tiles = useTileStyles();
  if (items.length === 0) return null;
  return (
    <Subsection title={similarMessages[kind]}>
      <ul aria-label={similarMessages[kind]} className={mergeClasses(tiles.grid, styles.grid)}>
        {items.map((similarItem) => (
          <li key={similarItem.key} className={tiles.tile}>
            <TextLink to={similarItem.path} newTab>
              <Thumbnail src={similarItem.thumb} alt="" width="100%" height={88} />
              <span className={tiles.name} title={similarItem.name}>
                {similarItem.name}
              </span>
            </TextLink>
            <span className={styles.likeness}>{similarMessages.likeness(similarItem.likeness)}</span>
            {action?.kinds.includes(kind) && (
              <span className={mergeClasses(tiles.corner, tiles.cornerEnd)}>
                <Tooltip content={action.getName(similarItem)} relationship="label">
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<AddIcon />}
                    disabledFocusable={action.isBusy(similarItem.key)}
                    onClick={() => action.run(similarItem)}
                  />
                </Tooltip>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Subsection>
  );
}
