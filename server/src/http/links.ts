import type { FastifyRequest } from 'fastify';

export interface PageOf<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

export interface PageWindow {
  page: number;
  page_size: number;
  /** Rows at the beginning of the page that earlier answers had. */
  skip: number;
}

/** The scheme and host that the client used, or the configured public address; no slash at the end. */
export function baseUrl(request: FastifyRequest): string {
  const configured = request.server.deps.config.publicUrl;
  return configured ?? `${request.protocol}://${request.host}`;
}

/** LIMIT and OFFSET of a page. */
export function windowOf({ page, page_size, skip }: PageWindow): { limit: number; offset: number } {
  const skipped = Math.min(skip, page_size);
  return { limit: page_size - skipped, offset: (page - 1) * page_size + skipped };
}

/**
 * The list envelope; links are absolute and keep every parameter of the request, also repeated ones. When the rows are too large
 * for one answer there are fewer than the page has, and `next` leads to the rest of the same page (ADR 0036).
 */
export function pageOf<T>(request: FastifyRequest, window: PageWindow, count: number, results: T[]): PageOf<T> {
  const { page, page_size, skip } = window;
  const rowsOfPage = Math.min(page_size, count - (page - 1) * page_size);
  const shown = skip + results.length;
  const isCut = results.length > 0 && shown < rowsOfPage;
  const hasNextPage = page * page_size < count;
  const hasPreviousPage = page > 1;
  return {
    count,
    next: isCut ? linkTo(request, page, shown) : hasNextPage ? linkTo(request, page + 1) : null,
    previous: skip > 0 ? linkTo(request, page) : hasPreviousPage ? linkTo(request, page - 1) : null,
    results,
  };
}

function linkTo(request: FastifyRequest, page: number, skip = 0): string {
  const [path = '', search = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.set('page', String(page));
  parameters.delete('skip');
  if (skip > 0) parameters.set('skip', String(skip));
  return `${baseUrl(request)}${path}?${parameters}`;
}
