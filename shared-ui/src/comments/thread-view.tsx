import { Badge, Button, makeStyles, mergeClasses, SkeletonItem, tokens } from '@fluentui/react-components';
import { api, useCanCall, useSession } from '@console/shared-auth';
import type { CommentThread } from '@console/shared-contract/api';
import { useEffect, useRef } from 'react';
import { useWrite } from '../pages/use-write';
import { describeError } from '../states/error-state';
import { EmptyState } from '../states/empty-state';
import { useNotify } from '../toasts/notify';
import { commentMessages } from './comment-messages';
import { CommentView } from './comment-view';
import { Composer } from './composer';
import { useComments } from './comments.queries';

const useStyles = makeStyles({
  thread: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  open: { borderLeft: `3px solid ${tokens.colorBrandStroke1}` },
  // Names of users can be longer than a line, but Fluent's badge has a fixed height.
  longBadge: { height: 'auto', minHeight: '20px', overflowWrap: 'anywhere' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  replies: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
  },
});

export interface ThreadViewProps {
  thread: CommentThread;
  /** Number of the thread's pin on the image. Undefined for a thread without a position. */
  pin?: number | undefined;
  /** Name of the commented row, such as a shape. */
  subject?: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onShow?: (() => void) | undefined;
}

/** Shows the first comment of a thread and, if the thread is open, the replies. */
export function ThreadView({ thread, pin, subject, isOpen, onToggle, onShow }: ThreadViewProps) {
  const styles = useStyles();
  const { id, first, replies, remark, resolved: resolvedTime, resolved_by: resolver } = thread;
  const container = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) container.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={container} id={`thread-${id}`} tabIndex={-1} className={mergeClasses(styles.thread, isOpen && styles.open)}>
      {(pin !== undefined || subject || remark || resolvedTime) && (
        <div className={styles.row}>
          {pin !== undefined && <Badge color="brand">{pin}</Badge>}
          {subject && (
            <Badge className={styles.longBadge} appearance="outline">
              {subject}
            </Badge>
          )}
          {remark && (
            <Badge className={styles.longBadge} appearance="tint" color={remark.state === 'open' ? 'warning' : 'informative'}>
              {commentMessages.remarkTo(remark.author.username)}: {commentMessages.remarkStates[remark.state]}
            </Badge>
          )}
          {resolvedTime && !remark && (
            <Badge className={styles.longBadge} appearance="tint" color="success">
              {resolver ? commentMessages.resolvedBy(resolver.username) : commentMessages.resolved}
            </Badge>
          )}
        </div>
      )}
      <CommentView comment={first} canDelete={remark === null} />
      <div className={styles.row}>
        <Button size="small" appearance="subtle" aria-expanded={isOpen} onClick={onToggle}>
          {replies > 0 ? commentMessages.replies(replies) : commentMessages.reply}
        </Button>
        {onShow && (
          <Button size="small" appearance="subtle" onClick={onShow}>
            {commentMessages.showOnImage}
          </Button>
        )}
        <ResolveButton thread={thread} />
        <CopyLinkButton thread={id} />
      </div>
      {isOpen && <Replies thread={thread} />}
    </li>
  );
}

function ResolveButton({ thread }: { thread: CommentThread }) {
  const { id, first, remark, resolved: resolvedTime, version } = thread;
  const userId = useSession().user?.id;
  const canWrite = useCanCall<'PUT /comments/v2/thread/{id}'>('annotate');
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/send-back'>('review');
  const write = useWrite({
    send: () => api.call('PUT /comments/v2/thread/{id}', { params: { id }, body: { resolved: !resolvedTime, version } }),
    failure: commentMessages.resolveFailed,
    reasons: { 409: commentMessages.changedByOther },
    changes: () => [{ topic: 'comments' }],
  });
  const isAllowed = remark
    ? canReview && (remark.reviewer === null || remark.reviewer.id === userId)
    : canWrite && (canReview || first.author?.id === userId);
  if (!isAllowed) return null;
  return (
    <Button size="small" appearance="subtle" disabledFocusable={write.isPending} onClick={() => void write.send()}>
      {resolvedTime ? (remark ? commentMessages.sendBackAgain : commentMessages.reopen) : commentMessages.resolve}
    </Button>
  );
}

function CopyLinkButton({ thread }: { thread: string }) {
  const notify = useNotify();
  const copyLink = async () => {
    const url = new URL(window.location.href);
    url.searchParams.set('comment', thread);
    try {
      await navigator.clipboard.writeText(url.href);
      notify.success({ title: commentMessages.linkCopied });
    } catch (error) {
      notify.danger({ title: commentMessages.copyFailed, error });
    }
  };
  return (
    <Button size="small" appearance="subtle" onClick={() => void copyLink()}>
      {commentMessages.copyLink}
    </Button>
  );
}

function Replies({ thread }: { thread: CommentThread }) {
  const styles = useStyles();
  const canWrite = useCanCall<'POST /comments/v2/thread/{id}/comment/'>('annotate');
  const { data, error, refetch } = useComments(thread.id);
  const replyWrite = useWrite({
    send: (text: string) => api.call('POST /comments/v2/thread/{id}/comment/', { params: { id: thread.id }, body: { text } }),
    failure: commentMessages.sendFailed,
    changes: () => [{ topic: 'comments' }],
  });
  return (
    <div className={styles.replies}>
      {data ? (
        data.slice(1).map((comment) => <CommentView key={comment.id} comment={comment} />)
      ) : error ? (
        <EmptyState action={<Button onClick={() => void refetch()}>{commentMessages.retry}</Button>}>
          {describeError(error)}
        </EmptyState>
      ) : (
        thread.replies > 0 && <SkeletonItem role="img" aria-label={commentMessages.loading} style={{ height: 48 }} />
      )}
      {canWrite && (
        <Composer
          label={commentMessages.reply}
          placeholder={commentMessages.replyPlaceholder}
          draftKey={`reply:${thread.id}`}
          submitLabel={commentMessages.reply}
          onSubmit={async (text) => (await replyWrite.send(text))?.ok === true}
        />
      )}
    </div>
  );
}
