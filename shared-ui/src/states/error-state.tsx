import { ApiError, isMissingCall } from '@console/shared-auth';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ErrorIcon, RefreshIcon } from '../icons';
import { messages } from '../messages';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalL}`,
    textAlign: 'center',
  },
  icon: { fontSize: '32px', lineHeight: 1, color: tokens.colorPaletteRedForeground1 },
  title: { fontWeight: tokens.fontWeightSemibold, margin: 0 },
  reason: { color: tokens.colorNeutralForeground3, margin: 0, overflowWrap: 'anywhere' },
});

/** The server says what is the matter, and that nothing is lost. */
function isOutOfSpace({ body }: ApiError): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'out_of_space';
}

/** A failure in words for a person. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  if (error.status === 0) return messages.offline;
  if (error.status === 403) return messages.forbidden;
  if (isMissingCall(error)) return messages.missingCall;
  if (error.status === 404) return messages.missing;
  if (isOutOfSpace(error)) return error.detail;
  return error.status >= 500 ? messages.server : error.detail;
}

/** What the server said of a write that it refused, word for word. */
export function describeRefusal(error: unknown): string {
  const isWorded = error instanceof ApiError && error.status !== 0 && !isMissingCall(error);
  return isWorded ? error.detail : describeError(error);
}

export interface ErrorStateProps {
  /** What failed; "This could not be loaded." unless told. */
  title?: string;
  /** An ApiError adds its reason. */
  error?: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}

/** A part of the page that failed, with Retry. */
export function ErrorState({ title = messages.loadFailed, error, onRetry, children }: ErrorStateProps) {
  const styles = useStyles();
  const reason = describeError(error);
  return (
    <div role="alert" className={styles.root}>
      <ErrorIcon aria-hidden className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {children}
      {onRetry && (
        <Button icon={<RefreshIcon />} onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
    </div>
  );
}
