import type { NoticePage } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';

/** Tables of pages that annotators who are limited to their jobs can access only through these jobs (ADR 0096). */
const LIMITED_PAGES: Partial<Record<NoticePage, string>> = {
  image: 'training_image',
  group: 'similarity_group',
  image_job: 'annotation_job',
  similarity_job: 'annotation_job',
};

const rowExists = (table: string, id: RawBuilder<unknown>) => sql`exists (select from ${sql.table(table)} r where r.id = ${id})`;

interface NoticeSubject {
  pageKind: RawBuilder<unknown>;
  pageId: RawBuilder<unknown>;
  /** The thread of comments. The value may be null. */
  thread: RawBuilder<unknown>;
}

/**
 * SQL condition: the user of the transaction may read the page and the thread of a notice. False for deleted pages. Use it only in
 * transactions of annotators who are limited to their jobs.
 */
export function isAccessible({ pageKind, pageId, thread }: NoticeSubject): RawBuilder<boolean> {
  const pages = Object.entries(LIMITED_PAGES).map(([kind, table]) => sql`when ${kind} then ${rowExists(table, pageId)}`);
  return sql`(case ${pageKind} ${sql.join(pages, sql` `)} else true end and (${thread} is null or ${rowExists('comment_thread', thread)}))`;
}
