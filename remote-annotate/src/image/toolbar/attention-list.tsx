import { Button, makeStyles, TextLink, tokens } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { type AttentionItem, attentionText, isOverwriting, type Outbox } from '../../outbox';

const words = messages.outbox;
const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

export interface AttentionListProps {
  items: readonly AttentionItem[];
  outbox: Outbox;
  /** The picture, or the group, on the screen; what is of others leads to them. */
  imageId?: string;
}

/** What the server refused or somebody else has changed, each with its two ways out. */
export function AttentionList({ items, outbox, imageId }: AttentionListProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id}>
          {attentionText(item)}
          {item.imageId !== imageId && (
            <>
              {' '}
              {isOfGroup(item) ? (
                <TextLink to={`/group/${item.imageId}`}>{messages.job.openGroup}</TextLink>
              ) : (
                <TextLink to={`/image/${item.imageId}`}>{words.openPicture}</TextLink>
              )}
            </>
          )}
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
                  {isOverwriting(item) ? words.keepMine : words.retry}
                </Button>
                <Button size="small" onClick={() => void outbox.discardRejected(item.id)}>
                  {isOverwriting(item) ? words.takeTheirs : words.discard}
                </Button>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** An item of a similarity job is a group. */
function isOfGroup(item: AttentionItem): boolean {
  if (item.op !== 'call' || !item.write) return false;
  const { write } = item;
  return write.kind === 'group-verification' || (write.kind === 'mark-done' && write.of === 'similarity');
}
