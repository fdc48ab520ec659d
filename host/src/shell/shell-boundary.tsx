import { Button, ErrorState, makeStyles } from '@console/shared-ui/core';
import { crashMessages } from './crash-messages';

const useStyles = makeStyles({ root: { display: 'grid', placeItems: 'center', minHeight: '100vh' } });

/** Error page for errors of the application shell itself. */
export function ShellBoundary() {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <ErrorState title={crashMessages.title}>
        <span>{crashMessages.text}</span>
        <Button appearance="primary" onClick={() => location.reload()}>
          {crashMessages.reload}
        </Button>
      </ErrorState>
    </div>
  );
}
