/** A valid example request of an API call. Tests send it unchanged and with invalid values. `workspace` can be omitted: the sender adds it if the call has such a field. */
export interface CallSample {
  id?: string | number;
  /** The parameter `user_id` of the path. */
  user?: string;
  /** The parameter `shape_id` of the path. */
  shape?: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Name of rows in samples. */
export const name = 'Another name';

const pageQuery = { page: 1, page_size: 10 };
export const createListSample = (query: Record<string, unknown> = {}): CallSample[] => [{ query: { ...pageQuery, ...query } }];
export const createIdSample = (id: string | number): CallSample[] => [{ id }];
export const createBodySample = (id: string | number, body: Record<string, unknown>): CallSample[] => [{ id, body }];
export const createSamples = (...bodies: Record<string, unknown>[]): CallSample[] => bodies.map((body) => ({ body }));
/** Each sample has one item, so that the outcome of an invalid or foreign value is in the first result. */
export const createBulkSamples = (id: string, fields: Record<string, unknown>): CallSample[] =>
  [
    { op: 'create', ...fields },
    { op: 'change', id, ...fields },
    { op: 'restore', id },
    { op: 'delete', id },
  ].map((item) => ({ body: { items: [item] } }));
/** Samples of a call that predicts. Scripts name the task `task_id` or `task`. */
export const createPredictionSamples = (base64: string, task: string): CallSample[] => {
  const records = [{ _base64: base64 }];
  return createSamples({ records, task_id: task, keep_prob: 0.5 }, { records, task });
};
