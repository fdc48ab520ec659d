import { makeStyles, tokens } from '@fluentui/react-components';
import { csvMessages } from './csv-messages';

/** Maximum number of lines. More lines would not help a user to decide. */
const MAX_LINES = 200;
const useStyles = makeStyles({
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, maxHeight: '240px', overflowY: 'auto', overflowWrap: 'anywhere' },
});

export interface PreviewListProps {
  title: string;
  lines: readonly string[];
}

/** Lists the rows that an import would create or change. Hidden if `lines` is empty. */
export function PreviewList({ title, lines }: PreviewListProps) {
  const styles = useStyles();
  if (lines.length === 0) return null;
  return (
    <>
      <p className={styles.title}>{title}</p>
      {/* The list scrolls, so it must be reachable by keyboard. */}
      <ul className={styles.list} tabIndex={0} aria-label={title}>
        {lines.slice(0, MAX_LINES).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {lines.length > MAX_LINES && <li>{csvMessages.more(lines.length - MAX_LINES)}</li>}
      </ul>
    </>
  );
}
