/** Maximum total size of the rows in one response. In memory, as objects and JSON, they take about six times as much. */
export const MAX_RESPONSE_BYTES = 16_000_000;
