import { ApiError, isServerStarting } from '@console/shared-auth';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useCopy } from '../clipboard/use-copy';
import { CheckIcon, CopyIcon } from '../icons';
import { copyMessages } from '../clipboard/copy-messages';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    // In a toast, override the bold text of Fluent's footer.
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  id: { fontFamily: tokens.fontFamilyMonospace },
});

/** Returns the id with which operators find a failed request in the log. Null if the error is not an unexpected failure of the server. */
export function getFailedRequestId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 500 || isServerStarting(error)) return null;
  return error.requestId ?? null;
}

/** Shows and copies the id of a request that the server failed to handle. Shows nothing for other errors. */
export function RequestId({ error }: { error: unknown }) {
  const id = getFailedRequestId(error);
  return id === null ? null : <CopyableId id={id} />;
}

function CopyableId({ id }: { id: string }) {
  const styles = useStyles();
  const { isCopied, copy } = useCopy(id);
  return (
    <span className={styles.root}>
      <span>
        {copyMessages.requestId} <span className={styles.id}>{id}</span>
      </span>
      <Button
        appearance="subtle"
        size="small"
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        aria-label={isCopied ? copyMessages.copied : copyMessages.copyRequestId}
        // If access to the clipboard is denied, the user can still select the text.
        onClick={() => void copy().catch(() => undefined)}
      />
    </span>
  );
}
