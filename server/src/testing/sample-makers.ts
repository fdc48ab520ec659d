/** One way to make a call that succeeds. `workspace` need not be there: who sends the sample adds it where the call takes one. */
export interface CallSample {
  id?: string | number;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** What rows are named in samples. */
export const name = 'Another name';

const paged = { page: 1, page_size: 10 };
export const listed = (query: Record<string, unknown> = {}): CallSample[] => [{ query: { ...paged, ...query } }];
export const by = (id: string | number): CallSample[] => [{ id }];
export const sent = (id: string | number, body: Record<string, unknown>): CallSample[] => [{ id, body }];
export const made = (...bodies: Record<string, unknown>[]): CallSample[] => bodies.map((body) => ({ body }));
/** One item a sample, so that whatever is spoiled or foreign is in the first result. */
export const inBulk = (id: string, fields: Record<string, unknown>): CallSample[] =>
  [
    { op: 'create', ...fields },
    { op: 'change', id, ...fields },
    { op: 'restore', id },
    { op: 'delete', id },
  ].map((item) => ({ body: { items: [item] } }));
