import type { ImportNote } from '@console/shared-contract/api';
import { makeStyles, Subsection, tokens } from '@console/shared-ui/basics';
import { importMessages } from './data/import-messages';

const texts = importMessages.plan;

const useStyles = makeStyles({
  notes: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
});

/** Lists the content of the files that is skipped or converted, with counts. Renders nothing without notes. */
export function NoteList({ notes }: { notes: readonly ImportNote[] }) {
  const styles = useStyles();
  if (notes.length === 0) return null;
  return (
    <Subsection title={texts.warnings}>
      <ul className={styles.notes}>
        {notes.map(({ reason, count }) => (
          <li key={reason}>{texts.note(reason, count)}</li>
        ))}
      </ul>
    </Subsection>
  );
}
