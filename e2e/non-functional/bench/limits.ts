/** Limits for loading the console: bytes over the wire, request chain from the registry on, milliseconds and ratios. */
export const LIMITS = {
  signIn: 252_000,
  chain: 3,
  loaded: 100,
  prefetched: 300,
  ratio: 1.25,
  // Milliseconds until the first row of a page by a reload, and by a link within the console.
  reload: 300,
  link: 150,
  walk: 100,
  listClick: 50,
  group: 300,
  groupScroll: 1.25,
  wallScroll: 1.25,
  mapFrame: 1.5,
  jobsRatio: 1.5,
  jobsClick: 100,
  jobsKey: 50,
  // Ratio of /detection with 64 tasks and 3,000 labels to a few; then milliseconds.
  tables: 1.5,
  tableClick: 100,
  tableSearch: 50,
  chart: 300,
} as const;
