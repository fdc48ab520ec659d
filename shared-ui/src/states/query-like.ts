/** The fields of a TanStack query result that components of this package need. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}
