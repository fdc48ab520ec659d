import type { Remark } from '@console/shared-contract/api';
import { api, useCanCall } from '@console/shared-auth';
import { Badge, Button, ChevronDownIcon, ChevronRightIcon, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type ReactNode } from 'react';
import { useCommentsPanel } from '../../image/comments/use-comments-panel';
import { useScreen } from '../../image/context/screen-context';
import { useFocusCanvasOnUnmount } from '../../image/controls/focus-canvas';
import { reviewMessages } from './review-messages';

const useStyles = makeStyles({
  bar: {
    position: 'absolute',
    zIndex: 1,
    bottom: tokens.spacingVerticalS,
    left: tokens.spacingHorizontalS,
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    maxHeight: '40%',
    overflowY: 'auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  users: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface RemarkBarProps {
  /** The remarks on the current image. Their numbers match the pins. */
  remarks: readonly Remark[];
  userId: string | undefined;
  onReopen: (remark: Remark) => void;
}

/** The list of remarks on the image, with buttons for the reviewer. The user can fold the list, because it covers a part of the image. */
export function RemarkBar({ remarks, userId, onReopen }: RemarkBarProps) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { openRemark } = useCommentsPanel();
  const canReview = useCanCall<'PUT /annotate/v2/remark/{id}'>('review');
  const [isFolded, setFolded] = useFoldedState();
  const closing = useWrite<Remark>({
    send: ({ id, version }) => api.call('PUT /annotate/v2/remark/{id}', { params: { id }, body: { state: 'closed', version } }),
    success: { title: reviewMessages.closed },
    failure: reviewMessages.updateFailed,
    reasons: { 409: reviewMessages.changedByOther },
    changes: ({ job }) => [{ topic: 'jobs', id: job }],
    getKey: ({ id }) => id,
  });
  const scrollToPosition = ([x = 0, y = 0]: readonly number[]) => editor.viewport.reveal({ minX: x, minY: y, maxX: x, maxY: y });
  return (
    <section aria-label={reviewMessages.remarkList} className={styles.bar}>
      <div className={styles.head}>
        {reviewMessages.remarkCount(remarks.length)}
        <Tooltip content={isFolded ? reviewMessages.showRemarks : reviewMessages.hideRemarks} relationship="label">
          <Button
            size="small"
            appearance="subtle"
            icon={isFolded ? <ChevronRightIcon /> : <ChevronDownIcon />}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
        </Tooltip>
      </div>
      <ol className={styles.list} hidden={isFolded}>
        {remarks.map((remark) => {
          const { id, text, data, author, reviewer, state: remarkState } = remark;
          return (
            <RemarkItem key={id}>
              <div className={styles.row}>
                <span className={styles.text}>{text}</span>
                <Badge appearance="tint" color={remarkState === 'open' ? 'warning' : 'informative'}>
                  {reviewMessages[remarkState === 'open' ? 'open' : 'answered']}
                </Badge>
                <span className={styles.users}>
                  {reviewMessages.reviewerToAuthor(reviewer?.username ?? reviewMessages.unknownUser, author.username)}
                </span>
                {data && (
                  <Button size="small" appearance="subtle" onClick={() => scrollToPosition(data)}>
                    {reviewMessages.showOnImage}
                  </Button>
                )}
                <Button size="small" appearance="subtle" onClick={() => openRemark(id)}>
                  {reviewMessages.replies}
                </Button>
                {canReview && reviewer?.id === userId && (
                  <Button size="small" disabledFocusable={closing.isPendingFor(id)} onClick={() => void closing.send(remark)}>
                    {reviewMessages.close}
                  </Button>
                )}
                {canReview && reviewer?.id === userId && remarkState === 'answered' && (
                  <Button size="small" onClick={() => onReopen(remark)}>
                    {reviewMessages.sendBackAgain}
                  </Button>
                )}
              </div>
            </RemarkItem>
          );
        })}
      </ol>
    </section>
  );
}

const FOLD_KEY = 'annotate.remarks-folded';

/** Returns whether the list is folded. The choice is stored in the browser. */
function useFoldedState(): [isFolded: boolean, setFolded: (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLD_KEY) !== null);
  return [
    isFolded,
    (isNowFolded) => {
      setFolded(isNowFolded);
      if (isNowFolded) localStorage.setItem(FOLD_KEY, '1');
      else localStorage.removeItem(FOLD_KEY);
    },
  ];
}

/** A remark in the list. When the remark is closed, its focused button disappears, so the canvas takes the focus. */
function RemarkItem({ children }: { children: ReactNode }) {
  useFocusCanvasOnUnmount();
  return <li>{children}</li>;
}
