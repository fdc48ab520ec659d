import { Button, Caption1, makeStyles, SkeletonItem, tokens } from '@fluentui/react-components';
import { api, ApiError, useCanCall } from '@console/shared-auth';
import type { CommentThread } from '@console/shared-contract/api';
import { useState, type ReactNode } from 'react';
import { useWrite } from '../pages/use-write';
import { describeError } from '../states/error-state';
import { EmptyState } from '../states/empty-state';
import { commentMessages } from './comment-messages';
import { Composer } from './composer';
import { useThreads, type CommentedRow, type CommentTarget } from './comments.queries';
import { ThreadView } from './thread-view';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  filter: { display: 'flex', gap: tokens.spacingHorizontalXS },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, listStyleType: 'none', margin: 0, padding: 0 },
  hint: { color: tokens.colorNeutralForeground3 },
});

export interface CommentThreadsProps {
  row: CommentedRow;
  /** What a new thread is about: a row and, optionally, a position on an image. */
  target: CommentTarget;
  /** Shown above the text field of a new thread, for example the position of the comment. */
  about?: ReactNode;
  /** The open thread, as in the URL: the id of the thread, or the id of the reviewer's remark that the thread discusses. */
  openThread: string | null;
  onOpenThread: (id: string | null) => void;
  /** When this value changes, the text field for a new thread takes the focus. */
  focusKey?: string | null;
  /** Called after a new thread was sent. */
  onCreated?: () => void;
  describe?: (thread: CommentThread) => string | undefined;
  onShow?: (thread: CommentThread) => void;
}

/** Shows the comment threads of a row, and a text field for a new thread. Resolved threads are hidden until the user shows them. */
export function CommentThreads({ row, target, about, openThread, onOpenThread, ...options }: CommentThreadsProps) {
  const { focusKey = null, onCreated, describe, onShow } = options;
  const styles = useStyles();
  const canWrite = useCanCall<'POST /comments/v2/thread/'>('annotate');
  const { data: threads, error, refetch } = useThreads(row);
  const [showsResolved, setShowsResolved] = useState(false);
  const commentWrite = useWrite({
    send: (text: string) => {
      const { kind, entity, job = null, place = null } = target;
      return api.call('POST /comments/v2/thread/', { body: { kind, entity, job, place: place && [...place], text } });
    },
    failure: commentMessages.sendFailed,
    changes: () => [{ topic: 'comments' }],
  });
  const isOpen = ({ id, remark }: CommentThread) => id === openThread || (remark !== null && remark.id === openThread);
  const shownThreads = threads?.filter((thread) => showsResolved || !thread.resolved || isOpen(thread));
  const pins = numberPins(threads);
  return (
    <div className={styles.root}>
      {canWrite ? (
        <Composer
          label={commentMessages.new}
          placeholder={commentMessages.placeholder}
          draftKey={`new:${target.kind}:${target.entity}`}
          submitLabel={commentMessages.send}
          focusKey={focusKey}
          onSubmit={async (text) => {
            const isSent = (await commentWrite.send(text))?.ok === true;
            if (isSent) onCreated?.();
            return isSent;
          }}
        >
          {about}
        </Composer>
      ) : (
        <Caption1 className={styles.hint}>{commentMessages.readOnly}</Caption1>
      )}
      <div role="group" aria-label={commentMessages.show} className={styles.filter}>
        {[false, true].map((value) => (
          <Button
            key={String(value)}
            size="small"
            appearance={showsResolved === value ? 'primary' : 'subtle'}
            aria-pressed={showsResolved === value}
            onClick={() => setShowsResolved(value)}
          >
            {value ? commentMessages.all : commentMessages.open}
          </Button>
        ))}
      </div>
      {shownThreads ? (
        shownThreads.length > 0 ? (
          <ul className={styles.list}>
            {shownThreads.map((thread) => (
              <ThreadView
                key={thread.id}
                thread={thread}
                pin={pins.get(thread.id)}
                subject={describe?.(thread)}
                isOpen={isOpen(thread)}
                onToggle={() => onOpenThread(isOpen(thread) ? null : thread.id)}
                onShow={onShow && (thread.place || thread.kind !== 'image') ? () => onShow(thread) : undefined}
              />
            ))}
          </ul>
        ) : (
          <EmptyState>{threads?.length ? commentMessages.noOpen : commentMessages.empty}</EmptyState>
        )
      ) : error ? (
        <EmptyState action={<Button onClick={() => void refetch()}>{commentMessages.retry}</Button>}>
          {error instanceof ApiError && error.status === 0
            ? commentMessages.offline
            : `${commentMessages.failed} ${describeError(error)}`}
        </EmptyState>
      ) : (
        <SkeletonItem role="img" aria-label={commentMessages.loading} style={{ height: 96 }} />
      )}
    </div>
  );
}

/** Numbers the threads that have a position on the image, from 1. The pins on the image show the same numbers. */
export function numberPins(threads: readonly CommentThread[] = []): Map<string, number> {
  return new Map(threads.filter(({ place }) => place !== null).map(({ id }, index) => [id, index + 1]));
}
