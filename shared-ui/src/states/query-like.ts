/** The required fields of a TanStack query. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}
