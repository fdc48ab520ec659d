import { ApiError } from '@console/shared-auth';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { linkMessages } from './link-messages';

/** State of loading the data behind a link, such as an invitation. */
export type LinkState<Content> =
  | { kind: 'loading' }
  | { kind: 'loaded'; content: Content }
  | { kind: 'failed'; message: string; retry?: () => void };

/** Returns the message to show after a failed API call: the server's explanation for a 4xx response, else a general text. */
export function describeFailure(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefusal ? error.detail : linkMessages.failed;
}

/** Returns the secret of the link. The secret is in the fragment of the URL, which browsers do not send, so no server logs it. */
export const useLinkToken = (): string => useLocation().hash.slice(1);

/** Loads the data behind a link. Pass a stable `readContent`, because a new function loads the data again. */
export function useLink<Content>(token: string, readContent: (token: string) => Promise<Content>): LinkState<Content> {
  const [state, setState] = useState<LinkState<Content>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    if (token === '') return undefined;
    let isCurrent = true;
    readContent(token).then(
      (content) => isCurrent && setState({ kind: 'loaded', content }),
      (error: unknown) => {
        const message = describeFailure(error);
        if (isCurrent) setState({ kind: 'failed', message, ...(message === linkMessages.failed && { retry }) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, readContent, attempt, retry]);
  return token === '' ? { kind: 'failed', message: linkMessages.noToken } : state;
}
