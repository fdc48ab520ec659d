import { Section } from '../page/section';
import { defineUrlParams, param, useUrlParams } from '../url-params';
import { commentMessages } from './comment-messages';
import { CommentThreads } from './comment-threads';
import type { CommentedRow, CommentTarget } from './comments.queries';

const params = defineUrlParams({ comment: param.id() });

/** Section with comments for the page of a group or product. The URL parameter `comment` opens a thread. */
export function CommentsSection({ row, target }: { row: CommentedRow; target: CommentTarget }) {
  const { values, replace } = useUrlParams(params);
  return (
    <Section title={commentMessages.title}>
      <CommentThreads
        row={row}
        target={target}
        openThread={values.comment || null}
        onOpenThread={(id) => replace({ comment: id ?? '' })}
      />
    </Section>
  );
}
