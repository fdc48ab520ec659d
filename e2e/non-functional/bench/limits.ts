/** Limits for the benchmarks of the console: bytes over the wire, length of the request chain, milliseconds and ratios. */
export const LIMITS = {
  signIn: 266_000,
  chain: 3,
  loaded: 100,
  prefetched: 300,
  ratio: 1.25,
  // Milliseconds until a page shows its first row after a reload, and after a click on a link.
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
  // `tables` is the ratio of opening /detection with 64 more tasks and 3,000 more labels to opening it with the demo data. The
  // limits below it are milliseconds.
  tables: 1.5,
  tableClick: 100,
  tableSearch: 50,
  chart: 300,
} as const;
