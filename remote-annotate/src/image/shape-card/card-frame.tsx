import { Button, CloseIcon, ColorSwatch, CopyButton, DeleteIcon, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import type { ReactNode } from 'react';
import type { Shape } from '../../editor';
import { messages } from '../../messages';
import { shapeColor, shapeName } from '../label-names';
import { useScreen } from '../screen-context';
import { useTopic } from '../../editor/view/use-topic';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  title: {
    margin: 0,
    flexGrow: 1,
    minWidth: 0,
    fontSize: tokens.fontSizeBase400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** The card of the selected shape: its name, id, deletion, and what its kind adds. */
export function CardFrame({ shape, children }: { shape: Shape; children: ReactNode }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const kind = messages.shape[shape.kind];
  return (
    <section aria-label={kind} className={styles.card}>
      <div className={styles.head}>
        <ColorSwatch color={shapeColor(shape, labels)} />
        <h2 className={styles.title} title={shapeName(shape, labels)}>{`${kind}: ${shapeName(shape, labels)}`}</h2>
        {shape.serverId && <CopyButton text={shape.serverId} what={messages.shape.id} />}
        <Tooltip content={messages.shape.delete} relationship="label">
          <Button appearance="subtle" icon={<DeleteIcon />} onClick={() => editor.deleteSelected()} />
        </Tooltip>
        <Tooltip content={messages.shape.close} relationship="label">
          <Button appearance="subtle" icon={<CloseIcon />} onClick={() => editor.select(null)} />
        </Tooltip>
      </div>
      {children}
    </section>
  );
}
