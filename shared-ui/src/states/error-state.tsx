import { ApiError, isUnsupportedCall } from '@console/shared-auth';
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
  if (isUnsupportedCall(error)) return messages.missingCall;
  if (error.status === 404) return messages.missing;
  if (isOutOfSpace(error)) return error.detail;
  return error.status >= 500 ? messages.server : error.detail;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a body says to a person: its `detail`, a plain text, or sentences by field. A page of a proxy says nothing. */
function extractText(body: unknown): string {
  if (isText(body)) return body.trimStart().startsWith('<') ? '' : body.trim();
  if (typeof body !== 'object' || body === null) return '';
  if ('detail' in body && isText(body.detail)) return body.detail;
  return Object.entries(body)
    .flatMap(([field, said]: [string, unknown]) => {
      const sentences = Array.isArray(said) ? said.filter(isText) : [];
      return sentences.length > 0 ? `${field}: ${sentences.join(' ')}` : [];
    })
    .join(' ');
}

/** The server's own words for what it refused; '' where it has given no reason. */
export function getServerReason(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || isUnsupportedCall(error)) return '';
  // Without a body it is no answer: the words are of whoever has thrown it.
  return error.body === null ? error.detail : extractText(error.body);
}

/** What the server said of a write that it refused, word for word; where it said nothing, the failure in plain words. */
export function describeRefusal(error: unknown): string {
  return getServerReason(error) || describeError(error);
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
