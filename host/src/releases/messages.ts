import { layoutMessages } from '../layout/layout-messages';
import type { ReleaseStatus } from '@console/shared-contract/api';

type Canary = NonNullable<ReleaseStatus['canary']>;
type CanaryMeasure = NonNullable<Canary['comparison']>['measures'][number];
type ReleaseMove = ReleaseStatus['history'][number];

/** Maximum duration of a page visit in the API. The interval that ends at this time is shown without an upper limit. */
const MAX_TIME_MS = 120_000;
const formatCount = (value: number) => value.toLocaleString('en');

/** Interface text of the page of releases. */
export const releasesMessages = {
  title: layoutMessages.releases,
  intro: 'Live versions of the parts of this console, and how their canaries compare with the active versions.',
  failed: "Couldn't load the releases.",
  empty: 'This server does not serve releases.',
  neverActive: 'Never active',
  facts: { active: 'Active version', canary: 'Canary version', audience: 'Canary for', started: 'Started', limit: 'Decision' },
  audience: ({ share, workspaces }: Canary) =>
    [share > 0 && `${share} % of the users`, workspaces > 0 && `${formatCount(workspaces)} workspace${workspaces > 1 ? 's' : ''}`]
      .filter(Boolean)
      .join(' and '),
  limit: (visits: number | null, isUndecided: boolean) => {
    if (visits === null) return 'By a person. The server only compares.';
    if (isUndecided) return `By a person. The server did not decide within ${formatCount(visits)} visits.`;
    return `By the server, within ${formatCount(visits)} visits of the canary`;
  },
  unknownStart: 'Not in the log',
  states: {
    collecting: 'Collecting visits',
    undecided: 'Undecided',
    promoted: 'Promoted',
    rolled_back: 'Rolled back',
  } satisfies Record<NonNullable<ReleaseStatus['state']>, string>,
  noCanary: 'No canary.',
  notCompared: 'This remote was never active, so there is nothing to compare the canary with.',
  comparison: (title: string) => `Comparison of ${title}`,
  columns: { measure: 'Measure', active: 'Active', canary: 'Canary', finding: 'Canary is' },
  visits: 'Visits',
  noVisits: 'No visits',
  noReadyVisits: 'No visit was ready',
  measures: { ready: 'Ready rate', failed: 'Error rate', p75: 'p75 time until ready' } satisfies Record<
    CanaryMeasure['name'],
    string
  >,
  estimate: (name: CanaryMeasure['name'], { value, low, high }: CanaryMeasure['canary']) => {
    const [factor, digits, unit] = name === 'p75' ? ([1, 0, 'ms'] as const) : ([100, 1, '%'] as const);
    const [text, from, to] = [value, low, high].map((each) => (factor * each).toFixed(digits));
    return { value: `${text} ${unit}`, interval: high === MAX_TIME_MS ? `${from} or more` : `${from} to ${to}` };
  },
  findings: { worse: 'Worse', equal: 'Not worse', unknown: 'Not known yet' } satisfies Record<CanaryMeasure['finding'], string>,
  history: (title: string) => `History of ${title}`,
  noHistory: 'No changes in the log.',
  historyColumns: { at: 'Time (UTC)', change: 'Change', by: 'Decided by' },
  moves: {
    activate: (version) => `Activated ${version}`,
    rollback: () => 'Rolled back to the previous version',
    canary: (version) => `Started the canary ${version}`,
    canary_off: () => 'Ended the canary',
  } satisfies Record<ReleaseMove['action'], (version: string) => string>,
  byServer: (reason: string) => `The server: ${reason}`,
  byPerson: 'A person',
} as const;
