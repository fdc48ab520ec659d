const ORDERING_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  '-name': 'name, descending',
  type: 'type',
  '-type': 'type, descending',
  test: 'TRAIN first',
  '-test': 'TEST first',
  created: 'oldest first',
  '-created': 'newest first',
};

/** Interface text of the filters of groups. */
export const groupFilterMessages = {
  kind: 'TRAIN or TEST',
  all: 'All',
  test: 'Test',
  train: 'Train',
  empty: 'Empty',
  verified: 'Verified',
  notVerified: 'Not Verified',
  count: 'Count',
  anyCount: '-',
  search: 'Group name or id',
  type: 'Similarity type',
  anyType: '-',
  noType: 'None',
  violations: 'Violations of rules',
  anyViolations: 'With and without violations',
  sort: 'Sort',
  sortedBy: (ordering: string) => `Sort: ${ORDERING_NAMES[ordering] ?? ordering}`,
};
