import { makeStyles, tokens } from '@fluentui/react-components';
import { messages } from '../messages';

/** More than a person reads before they say yes. */
const SHOWN = 200;
const useStyles = makeStyles({
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, maxHeight: '240px', overflowY: 'auto', overflowWrap: 'anywhere' },
});

export interface PreviewListProps {
  title: string;
  /** A line each. */
  lines: readonly string[];
}

/** What an import would do to rows of one sort; nothing where it does nothing to any. */
export function PreviewList({ title, lines }: PreviewListProps) {
  const styles = useStyles();
  if (lines.length === 0) return null;
  return (
    <>
      <p className={styles.title}>{title}</p>
      {/* It scrolls, so that it must be reached by the keyboard too. */}
      <ul className={styles.list} tabIndex={0} aria-label={title}>
        {lines.slice(0, SHOWN).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {lines.length > SHOWN && <li>{messages.csv.more(lines.length - SHOWN)}</li>}
      </ul>
    </>
  );
}
