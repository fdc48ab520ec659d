import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { type AttentionItem, attentionText } from '../../outbox';
import { useScreen } from '../screen-context';

const words = messages.outbox;
const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

/** What the server refused or somebody else has changed, each with its two ways out. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  const styles = useStyles();
  const { outbox } = useScreen();
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id}>
          {attentionText(item)}
          <div className={styles.actions}>
            {item.problem.type === 'conflict' ? (
              <>
                <Button size="small" onClick={() => void outbox.keepMine(item.id)}>
                  {words.keepMine}
                </Button>
                <Button size="small" onClick={() => void outbox.takeTheirs(item.id)}>
                  {words.takeTheirs}
                </Button>
              </>
            ) : (
              <>
                <Button size="small" onClick={() => void outbox.retryRejected(item.id)}>
                  {words.retry}
                </Button>
                <Button size="small" onClick={() => void outbox.discardRejected(item.id)}>
                  {words.discard}
                </Button>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
