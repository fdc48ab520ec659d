import { Button, CloseIcon, makeStyles } from '@console/shared-ui/basics';
import { browserMessages } from '../data/browser-messages';

const useStyles = makeStyles({
  chip: { maxWidth: '100%' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** A button that shows an active filter and removes it. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const styles = useStyles();
  return (
    <Button
      size="small"
      className={styles.chip}
      icon={<CloseIcon />}
      iconPosition="after"
      aria-label={browserMessages.removeFilter(text)}
      onClick={onRemove}
    >
      <span className={styles.name}>{text}</span>
    </Button>
  );
}
