import { Button, ErrorState, makeStyles } from '@console/shared-ui/core';
import { messages } from '../messages';

const useStyles = makeStyles({ root: { display: 'grid', placeItems: 'center', minHeight: '100vh' } });

/** Error page for errors of the shell itself. */
export function ShellBoundary() {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <ErrorState title={messages.crashed.title}>
        <span>{messages.crashed.text}</span>
        <Button appearance="primary" onClick={() => location.reload()}>
          {messages.crashed.reload}
        </Button>
      </ErrorState>
    </div>
  );
}
