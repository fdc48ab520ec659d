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
import { messages } from '../messages';
import { useTileStyles } from '../parts/tile-styles';
import type { Found, FoundKind } from './found';

const words = messages.similar;
const useStyles = makeStyles({
  grid: { gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))' },
  likeness: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums' },
});

/** What one press does with something that was found. */
export interface FoundAction {
  /** Of which kinds. */
  kinds: readonly FoundKind[];
  name: (found: Found) => string;
  act: (found: Found) => void;
  /** Keys of those that it is under way for. */
  busy: ReadonlySet<string>;
}

export interface FoundSectionProps {
  kind: FoundKind;
  found: readonly Found[];
  action?: FoundAction;
}

/** What was found of one kind, the nearest first, as pictures. Links open a tab of their own: the work beside them stays as it is. */
export function FoundSection({ kind, found, action }: FoundSectionProps) {
  const styles = useStyles();
  const tiles = useTileStyles();
  if (found.length === 0) return null;
  return (
    <Subsection title={words[kind]}>
      <ul aria-label={words[kind]} className={mergeClasses(tiles.grid, styles.grid)}>
        {found.map((each) => (
          <li key={each.key} className={tiles.tile}>
            <TextLink to={each.to} newTab>
              <Thumbnail src={each.thumb} alt="" width="100%" height={88} cover />
              <span className={tiles.name} title={each.name}>
                {each.name}
              </span>
            </TextLink>
            <span className={styles.likeness}>{words.likeness(each.likeness)}</span>
            {action?.kinds.includes(kind) && (
              <span className={mergeClasses(tiles.corner, tiles.atEnd)}>
                <Tooltip content={action.name(each)} relationship="label">
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<AddIcon />}
                    disabledFocusable={action.busy.has(each.key)}
                    onClick={() => action.act(each)}
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
