import { AddIcon, Button, makeStyles, Subsection, TextLink, Thumbnail, tokens, Tooltip } from '@console/shared-ui/basics';
import { messages } from '../messages';
import type { Found, FoundKind } from './found';

const words = messages.similar;
const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  tile: {
    position: 'relative',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  likeness: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, fontVariantNumeric: 'tabular-nums' },
  add: {
    position: 'absolute',
    top: tokens.spacingVerticalXS,
    insetInlineEnd: tokens.spacingHorizontalXS,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRadius: tokens.borderRadiusMedium,
  },
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
  if (found.length === 0) return null;
  return (
    <Subsection title={words[kind]}>
      <ul aria-label={words[kind]} className={styles.grid}>
        {found.map((each) => (
          <li key={each.key} className={styles.tile}>
            <TextLink to={each.to} newTab>
              <Thumbnail src={each.thumb} alt="" width="100%" height={88} cover />
              <span className={styles.name} title={each.name}>
                {each.name}
              </span>
            </TextLink>
            <span className={styles.likeness}>{words.likeness(each.likeness)}</span>
            {action?.kinds.includes(kind) && (
              <span className={styles.add}>
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
