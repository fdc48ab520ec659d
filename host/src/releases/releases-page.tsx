import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { ReleaseStatus } from '@console/shared-contract/api';
import { Badge, Caption1, EmptyState, Facts, formatDateTime, makeStyles, Page, Section, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { PlainTable } from '../about/plain-table';
import { releasesMessages as messages } from './messages';

const REFRESH_MS = 10_000;
const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  interval: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  reason: { margin: 0, overflowWrap: 'anywhere' },
});
const colors = { collecting: 'informative', undecided: 'warning', promoted: 'success', rolled_back: 'danger' } as const;

type Canary = NonNullable<ReleaseStatus['canary']>;
const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function Comparison({ title, comparison }: { title: string; comparison: NonNullable<Canary['comparison']> }) {
  const styles = useStyles();
  const { columns, measures, estimate, findings } = messages;
  const { visits } = comparison;
  const renderEstimate = (version: 'active' | 'canary', ...values: Parameters<typeof estimate>) => {
    if (visits[version] === 0) return messages.noVisits;
    const [name, { value: estimatedValue }] = values;
    if (name === 'p75' && estimatedValue === 0) return messages.noReadyVisits;
    const { value, interval } = estimate(...values);
    return (
      <>
        {value}
        <span className={styles.interval}>{interval}</span>
      </>
    );
  };
  return (
    <>
      <PlainTable
        label={messages.comparison(title)}
        headers={[columns.measure, columns.active, columns.canary, columns.finding]}
        rows={[
          {
            key: 'visits',
            cells: [messages.visits, visits.active.toLocaleString('en'), visits.canary.toLocaleString('en'), ''],
          },
          ...comparison.measures.map(({ name, active, canary, finding }) => ({
            key: name,
            cells: [
              measures[name],
              renderEstimate('active', name, active),
              renderEstimate('canary', name, canary),
              findings[finding],
            ],
          })),
        ]}
      />
      <p className={styles.reason}>{toSentence(comparison.reason)}</p>
    </>
  );
}

function listFacts({ active, canary, state }: ReleaseStatus) {
  const { facts, audience, limit, neverActive, unknownStart } = messages;
  return {
    [facts.active]: active ?? neverActive,
    ...(canary && {
      [facts.canary]: canary.version,
      [facts.audience]: audience(canary),
      [facts.started]: canary.started === null ? unknownStart : formatDateTime(canary.started),
      [facts.limit]: limit(canary.max_visits, state === 'undecided'),
    }),
  };
}

function CanaryState({ remote: { title, canary, last_comparison, history } }: { remote: ReleaseStatus }) {
  const comparison = canary ? canary.comparison : last_comparison;
  if (comparison) return <Comparison title={title} comparison={comparison} />;
  if (canary) return <span>{messages.notCompared}</span>;
  const lastReason = history[0]?.reason;
  return <span>{lastReason == null ? messages.noCanary : toSentence(lastReason)}</span>;
}

function RemoteSection({ remote }: { remote: ReleaseStatus }) {
  const { title, state, history } = remote;
  return (
    <Section
      title={title}
      actions={
        state && (
          <Badge appearance="tint" color={colors[state]}>
            {messages.states[state]}
          </Badge>
        )
      }
    >
      <Facts values={listFacts(remote)} />
      <CanaryState remote={remote} />
      {history.length > 0 ? (
        <PlainTable
          label={messages.history(title)}
          headers={Object.values(messages.historyColumns)}
          rows={history.map(({ at, action, version, reason }) => ({
            key: `${at} ${action}`,
            cells: [
              formatDateTime(at),
              messages.moves[action](version ?? ''),
              reason === null ? messages.byPerson : messages.byServer(reason),
            ],
          }))}
        />
      ) : (
        <Caption1 block>{messages.noHistory}</Caption1>
      )}
    </Section>
  );
}

/** The page /releases: the live versions of all remotes, the comparisons of their canaries, and the decisions about them. */
export function ReleasesPage() {
  const styles = useStyles();
  const query = useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'releases'],
    load: async (scope) => (await api.call('GET /account/v2/release/', scope)).results,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title={messages.title}>
      <Caption1 block>{messages.intro}</Caption1>
      <QueryState
        query={query}
        failed={messages.failed}
        isEmpty={(remotes) => remotes.length === 0}
        empty={<EmptyState>{messages.empty}</EmptyState>}
      >
        {(remotes) => (
          <div className={styles.page}>
            {remotes.map((remote) => (
              <RemoteSection key={remote.name} remote={remote} />
            ))}
          </div>
        )}
      </QueryState>
    </Page>
  );
}
