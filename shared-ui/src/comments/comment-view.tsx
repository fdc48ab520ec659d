import { Button, Caption1, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components';
import { api, useCanCall, useSession } from '@console/shared-auth';
import type { Comment } from '@console/shared-contract/api';
import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { formatDateTime } from '../format/dates';
import { DeleteIcon, EditIcon } from '../icons';
import { useWrite } from '../pages/use-write';
import { commentMessages } from './comment-messages';
import { Composer } from './composer';
import { splitMentions } from './mentions';

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS, minHeight: '24px' },
  details: { color: tokens.colorNeutralForeground3 },
  actions: { marginInlineStart: 'auto', display: 'flex' },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  mention: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorBrandForeground1 },
  deleted: { margin: 0, color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
});

/** One comment with its author and time. The author can edit it; the author and reviewers can delete it. */
export function CommentView({ comment, canDelete = true }: { comment: Comment; canDelete?: boolean }) {
  const styles = useStyles();
  const userId = useSession().user?.id;
  const canWrite = useCanCall<'PUT /comments/v2/comment/{id}'>('annotate');
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/send-back'>('review');
  const [openAction, setOpenAction] = useState<'edit' | 'delete' | null>(null);
  const { id, author, text, mentions, created: createdTime, edited: editedTime, deleted: deletedTime, version } = comment;
  const isOwn = author !== null && author.id === userId;
  const saveWrite = useWrite({
    send: (newText: string) => api.call('PUT /comments/v2/comment/{id}', { params: { id }, body: { text: newText, version } }),
    failure: commentMessages.saveFailed,
    reasons: { 409: commentMessages.changedByOther, 404: commentMessages.missing },
    changes: () => [{ topic: 'comments' }],
  });
  const deleteWrite = useWrite({
    send: () => api.call('DELETE /comments/v2/comment/{id}', { params: { id } }),
    failure: commentMessages.deleteFailed,
    changes: () => [{ topic: 'comments' }],
  });
  if (deletedTime)
    return (
      <p className={styles.deleted}>
        {commentMessages.deleted} ({author?.username ?? commentMessages.formerUser}, {formatDateTime(createdTime)})
      </p>
    );
  const closeAction = () => setOpenAction(null);
  return (
    <article>
      <div className={styles.head}>
        <Text weight="semibold">{author?.username ?? commentMessages.formerUser}</Text>
        <Caption1 className={styles.details}>
          {formatDateTime(createdTime)}
          {editedTime && ` · ${commentMessages.edited}`}
        </Caption1>
        {openAction !== 'edit' && canWrite && (
          <span className={styles.actions}>
            {isOwn && (
              <Tooltip content={commentMessages.edit} relationship="label">
                <Button size="small" appearance="subtle" icon={<EditIcon />} onClick={() => setOpenAction('edit')} />
              </Tooltip>
            )}
            {canDelete && (isOwn || canReview) && (
              <Tooltip content={commentMessages.delete} relationship="label">
                <Button size="small" appearance="subtle" icon={<DeleteIcon />} onClick={() => setOpenAction('delete')} />
              </Tooltip>
            )}
          </span>
        )}
      </div>
      {openAction === 'edit' ? (
        <Composer
          label={commentMessages.edit}
          placeholder={commentMessages.placeholder}
          draftKey={`edit:${id}`}
          submitLabel={commentMessages.save}
          initial={text}
          mentions={mentions}
          focusKey={id}
          onCancel={closeAction}
          onSubmit={async (newText) => {
            const isSaved = (await saveWrite.send(newText))?.ok === true;
            if (isSaved) closeAction();
            return isSaved;
          }}
        />
      ) : (
        <p className={styles.text}>
          {splitMentions(text, mentions, commentMessages.formerMember).map((textPart, index) => (
            <span key={index} className={textPart.isMention ? styles.mention : undefined}>
              {textPart.text}
            </span>
          ))}
        </p>
      )}
      {openAction === 'delete' && (
        <ConfirmDialog
          title={commentMessages.deleteTitle}
          confirmLabel={commentMessages.delete}
          busy={deleteWrite.isPending}
          onConfirm={() => void deleteWrite.send().then(closeAction)}
          onCancel={closeAction}
        >
          {commentMessages.deleteText}
        </ConfirmDialog>
      )}
    </article>
  );
}
