import { ApiError, isUnsupportedCall } from '@console/shared-auth';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ErrorIcon, RefreshIcon } from '../icons';
import { stateMessages } from './state-messages';
import { RequestId } from '../request-id/request-id';
import { toPlainReason } from '../format/plain-reason';
import { useStateStyles } from './state-styles';

const useStyles = makeStyles({
  icon: { color: tokens.colorPaletteRedForeground1 },
  title: { fontWeight: tokens.fontWeightSemibold, margin: 0 },
  reason: { color: tokens.colorNeutralForeground3, margin: 0, overflowWrap: 'anywhere' },
});

/** Whether the server has no disk space. The `detail` of the error then explains that no data is lost. */
function isOutOfSpace({ body }: ApiError): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'out_of_space';
}

/** Returns a message for the user about an API error. Empty for other errors. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  if (error.status === 0) return stateMessages.offline;
  if (error.status === 403) return stateMessages.forbidden;
  if (isUnsupportedCall(error)) return stateMessages.missingCall;
  if (error.status === 404) return stateMessages.missing;
  if (isOutOfSpace(error)) return error.detail;
  return error.status >= 500 ? stateMessages.server : toPlainReason(error.detail);
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Extracts the message of a response body: its `detail`, plain text, or messages by field. Ignores HTML pages of proxies. */
function extractText(body: unknown): string {
  if (isString(body)) return body.trimStart().startsWith('<') ? '' : body.trim();
  if (typeof body !== 'object' || body === null) return '';
  if ('detail' in body && isString(body.detail)) return toPlainReason(body.detail);
  return Object.entries(body)
    .flatMap(([field, value]: [string, unknown]) => {
      const sentences = Array.isArray(value) ? value.filter(isString) : [];
      return sentences.length > 0 ? toPlainReason(`${field}: ${sentences.join(' ')}`) : [];
    })
    .join(' ');
}

/** Returns the explanation in the server's response, or an empty string if there is none. */
export function getServerReason(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || isUnsupportedCall(error)) return '';
  // An error without a body was created in the browser. Its message is in `detail`.
  return error.body === null ? error.detail : extractText(error.body);
}

/** Returns the server's explanation of a refused write, or a general message if there is none. */
export function describeRefusal(error: unknown): string {
  return getServerReason(error) || describeError(error);
}

export interface ErrorStateProps {
  /** Title of the error message. Default: "This could not be loaded." */
  title?: string;
  /** The error. For an ApiError, its explanation is shown below the title, and for a 5xx response also the request id. */
  error?: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}

/** Shows an error in a part of the page, with a Retry button. */
export function ErrorState({ title = stateMessages.loadFailed, error, onRetry, children }: ErrorStateProps) {
  const styles = useStyles();
  const layout = useStateStyles();
  const reason = describeError(error);
  return (
    <div role="alert" className={layout.root}>
      <ErrorIcon aria-hidden className={mergeClasses(layout.icon, styles.icon)} />
      <p className={styles.title}>{title}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      <RequestId error={error} />
      {children}
      {onRetry && (
        <Button icon={<RefreshIcon />} onClick={onRetry}>
          {stateMessages.retry}
        </Button>
      )}
    </div>
  );
}
