import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { DeclaredFact, DeclaredProvenance, VerificationRecord } from '@console/shared-contract/api';
import { Caption1, formatCount, formatDateTime, makeStyles, Section, Subsection, Text, tokens } from '@console/shared-ui/basics';
import type { VersionedRow } from '@console/shared-ui/history';
import { QueryState } from '@console/shared-ui/pages';
import { activityMessages } from '../activity/messages';

const actionNames: Record<DeclaredFact['action'], string> = {
  captured: 'Photo taken',
  created: 'Created',
  assigned: 'Assigned',
  annotated: 'Annotated',
  changed: 'Changed',
  verified: 'Verified',
  completed: 'Completed',
};

const provenanceMessages = {
  title: 'Verification and origin',
  failed: "Couldn't load who verified this item.",
  notFound: 'This item has been deleted.',
  verified: 'Verified in this workspace',
  notVerified: 'Nobody has verified this item in this workspace.',
  sourceUnknown: 'source not recorded',
  source: (name: string) => `source: ${name}`,
  accepted: 'source: predictions of a model that were accepted without a review',
  adopted: (name: string) => `source: import of ${name}, whose files declare a verification`,
  nothingToAnnotate: ', nothing to annotate',
  declared: 'Declared by imported files',
  about: 'The console cannot check these statements. They count neither as verifications nor as work of a user.',
  file: (name: string) => `Declared by the file ${name}`,
  imported: (user: string, time: string) => `Imported by ${user} on ${time}`,
  importName: (name: string) => `, as ${name}`,
  operator: 'the operator',
  further: (count: number) => `and ${formatCount(count, 'further entry', 'further entries')}`,
} as const;

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
  // A dashed border marks facts that imported files declare. The console has not recorded these facts itself.
  file: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'dashed',
    borderInlineStartColor: tokens.colorNeutralStrokeAccessible,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
});

/** Shows who verified an image or group, when and how. A separate part lists what imported files declare about it. */
export function ProvenanceSection({ subject: { subject } }: { subject: VersionedRow }) {
  const query = useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'provenance', subject],
    load: (scope) => api.call('GET /history/v2/provenance/', { ...scope, query: { subject } }),
    enabled: subject !== '',
  });
  return (
    <Section title={provenanceMessages.title}>
      <QueryState query={query} notFound={provenanceMessages.notFound} failed={provenanceMessages.failed}>
        {({ verifications, declared, declared_count: count }) => (
          <>
            <Verifications records={verifications} />
            {declared.length > 0 && <DeclaredFacts entries={declared} count={count} />}
          </>
        )}
      </QueryState>
    </Section>
  );
}

const getName = (user: { username: string | null }) => user.username ?? activityMessages.formerMember;

function Verifications({ records }: { records: readonly VerificationRecord[] }) {
  const styles = useStyles();
  return (
    <Subsection title={provenanceMessages.verified}>
      {records.length === 0 && <Text>{provenanceMessages.notVerified}</Text>}
      {records.length > 0 && (
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.user.id}>
              <bdi>{getName(record.user)}</bdi>, {formatDateTime(record.created)}, {describeSource(record)}
            </li>
          ))}
        </ul>
      )}
    </Subsection>
  );
}

function describeSource({ origin, import: adoptedImport, model }: VerificationRecord): string {
  if (model) return provenanceMessages.accepted;
  if (adoptedImport) return provenanceMessages.adopted(adoptedImport.name);
  return origin ? provenanceMessages.source(activityMessages.origins[origin]) : provenanceMessages.sourceUnknown;
}

function DeclaredFacts({ entries, count }: { entries: readonly DeclaredProvenance[]; count: number }) {
  const styles = useStyles();
  return (
    <Subsection title={provenanceMessages.declared}>
      <Text>{provenanceMessages.about}</Text>
      {groupByFile(entries).map((group) => (
        <DeclaredFile key={toFileKey(group[0]!)} entries={group} />
      ))}
      {count > entries.length && (
        <Caption1 className={styles.file}>{provenanceMessages.further(count - entries.length)}</Caption1>
      )}
    </Subsection>
  );
}

const toFileKey = ({ file, imported, user, import: source }: DeclaredProvenance) =>
  [source?.id ?? imported, user?.id, file].join(' ');

function groupByFile(entries: readonly DeclaredProvenance[]): DeclaredProvenance[][] {
  const groups = new Map<string, DeclaredProvenance[]>();
  for (const entry of entries) groups.set(toFileKey(entry), [...(groups.get(toFileKey(entry)) ?? []), entry]);
  return [...groups.values()];
}

function DeclaredFile({ entries }: { entries: readonly DeclaredProvenance[] }) {
  const styles = useStyles();
  const { file, imported: importDate, user, import: source } = entries[0]!;
  return (
    <div role="group" aria-label={provenanceMessages.file(file)} className={styles.file}>
      <Text weight="semibold">{provenanceMessages.file(file)}</Text>
      <ul className={styles.list}>
        {entries.flatMap(({ kind, count, facts: declaredFacts }, entryIndex) =>
          declaredFacts.map((fact, index) => (
            <li key={`${entryIndex} ${index}`}>
              {kind !== 'training_image' &&
                kind !== 'similarity_group' &&
                `${formatCount(count, ...activityMessages.kinds[kind])}: `}
              <DeclaredFactLine fact={fact} />
            </li>
          )),
        )}
      </ul>
      <Caption1>
        {provenanceMessages.imported(user ? getName(user) : provenanceMessages.operator, formatDateTime(importDate))}
        {source && provenanceMessages.importName(source.name)}
      </Caption1>
    </div>
  );
}

/**
 * Shows a declared fact as a phrase, such as `Verified by mara on 2019-05-03 10:00`. Names are in `bdi` elements, because they may
 * be written from right to left.
 */
function DeclaredFactLine({
  fact: { action, by: userName, at: date, context, source, seconds, nothing_to_annotate: isStatedEmpty },
}: {
  fact: DeclaredFact;
}) {
  return (
    <>
      {actionNames[action]}
      {userName !== null && (
        <>
          {action === 'assigned' ? ' to ' : ' by '}
          <bdi>{userName}</bdi>
        </>
      )}
      {date !== null && ` on ${formatDateTime(date)}`}
      {context !== undefined && (
        <>
          {' in '}
          <bdi>{context}</bdi>
        </>
      )}
      {source !== undefined && (
        <>
          {', source: '}
          <bdi>{source}</bdi>
        </>
      )}
      {seconds !== undefined && `, ${Math.round(seconds).toLocaleString('en')} s of work`}
      {isStatedEmpty === true && provenanceMessages.nothingToAnnotate}
    </>
  );
}
