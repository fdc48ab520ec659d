import type { FastifyRequest } from 'fastify';

export interface PageEnvelope<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

export interface PageWindow {
  page: number;
  page_size: number;
  /** Number of rows at the start of the page that are skipped, because earlier responses contained them. */
  skip: number;
}

/** Returns the configured public URL, or the scheme and host that the client used. Without a final slash. */
export function getBaseUrl(request: FastifyRequest): string {
  const configuredUrl = request.server.deps.config.publicUrl;
  return configuredUrl ?? `${request.protocol}://${request.host}`;
}

export function toLimitOffset({ page, page_size, skip }: PageWindow): { limit: number; offset: number } {
  const skippedCount = Math.min(skip, page_size);
  return { limit: page_size - skippedCount, offset: (page - 1) * page_size + skippedCount };
}

/**
 * Creates the list envelope. Links are absolute and keep every parameter of the request, including repeated ones.
 * If the rows are too large for one response, `next` leads to the rest of the same page (ADR 0037).
 * @param cursor where the following page starts, for lists that accept `after`
 */
export function toPageEnvelope<T>(
  request: FastifyRequest,
  window: PageWindow,
  count: number,
  results: T[],
  cursor?: string,
): PageEnvelope<T> {
  const { page, page_size, skip } = window;
  const rowsOfPage = Math.min(page_size, count - (page - 1) * page_size);
  const shownCount = skip + results.length;
  const isTruncated = results.length > 0 && shownCount < rowsOfPage;
  const hasNextPage = page * page_size < count;
  const hasPreviousPage = page > 1;
  return {
    count,
    next: isTruncated
      ? formatPageUrl(request, { page, skip: shownCount, after: (request.query as { after?: string }).after })
      : hasNextPage
        ? formatPageUrl(request, { page: page + 1, after: cursor })
        : null,
    previous: skip > 0 ? formatPageUrl(request, { page }) : hasPreviousPage ? formatPageUrl(request, { page: page - 1 }) : null,
    results,
  };
}

function formatPageUrl(request: FastifyRequest, position: { page: number; skip?: number; after?: string }): string {
  const [path = '', search = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(search);
  for (const name of ['skip', 'after']) parameters.delete(name);
  for (const [name, value] of Object.entries(position)) if (value !== undefined) parameters.set(name, String(value));
  return `${getBaseUrl(request)}${path}?${parameters}`;
}
