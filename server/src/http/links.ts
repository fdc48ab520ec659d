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
}

/** The scheme and host that the client used, or the configured public address; no slash at the end. */
export function baseUrl(request: FastifyRequest): string {
  const configured = request.server.deps.config.publicUrl;
  return configured ?? `${request.protocol}://${request.host}`;
}

/** LIMIT and OFFSET of a page. */
export function windowOf({ page, page_size }: PageWindow): { limit: number; offset: number } {
  return { limit: page_size, offset: (page - 1) * page_size };
}

/** The list envelope; links are absolute and keep every parameter of the request, also repeated ones. */
export function pageOf<T>(request: FastifyRequest, window: PageWindow, count: number, results: T[]): PageOf<T> {
  const { page, page_size } = window;
  return {
    count,
    next: page * page_size < count ? linkTo(request, page + 1) : null,
    previous: page > 1 ? linkTo(request, page - 1) : null,
    results,
  };
}

function linkTo(request: FastifyRequest, page: number): string {
  const [path = '', search = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.set('page', String(page));
  return `${baseUrl(request)}${path}?${parameters}`;
}
