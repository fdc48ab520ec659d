import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { DisputedGroup, GroupAgreement, JobWithType } from '@console/shared-contract/api';
import {
  Caption1,
  EmptyState,
  LinkButton,
  makeStyles,
  MergeIcon,
  Stats,
  Subsection,
  Thumbnail,
  tokens,
} from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { DownloadCsvButton } from '../../download-csv-button';
import { useGroupAgreement } from '../data/jobs.queries';
import { getWorkPagePath } from '../data/work-page-path';
import { TwoLines, ValueWithDetail } from './agreement-columns';
import { agreementMessages as messages } from './job-report-messages';

const THUMBNAIL_SIZE = 56;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  thumbnail: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge },
});

/**
 * Agreement between the users of a similarity job, and the groups on which they disagree. Clicking a row opens the page on which
 * a reviewer decides. `todo_number` is the number of annotators per item.
 */
export function GroupAgreementReport({ job }: { job: JobWithType }) {
  return (
    <QueryState
      query={useGroupAgreement(job.id)}
      isEmpty={({ compared }) => compared === 0}
      empty={job.todo_number < 2 ? messages.singleUser : messages.none}
    >
      {(agreement) => <GroupAgreementContent job={job} agreement={agreement} />}
    </QueryState>
  );
}

function GroupAgreementContent({ job, agreement }: { job: JobWithType; agreement: GroupAgreement }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const canReview = useCanCall<'POST /annotate/v2/similarityjob/{id}/adjudicate'>('review');
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns = useMemo(() => createGroupColumns(blur, styles.thumbnail), [blur, styles.thumbnail]);
  // `members.same`: members that both users kept. `members.all`: members that at least one user kept. `further_people`: counts of
  // additional annotators for disputed groups.
  const { compared: comparedCount, agreeing, members, pairs, disagreements, further_people: further } = agreement;
  const adjudicatePath = `${getWorkPagePath(job)}/adjudicate`;
  return (
    <div className={styles.column}>
      <Stats
        values={{
          [messages.compared]: comparedCount,
          [messages.agreeing]: messages.share(agreeing, comparedCount),
          [messages.members]: messages.share(members.same, members.all),
        }}
      />
      {canReview && (
        <div>
          <LinkButton to={adjudicatePath} icon={<MergeIcon />}>
            {messages.adjudicate}
          </LinkButton>
        </div>
      )}
      {further && further.items > 0 && (
        <p>{messages.furtherPeople(further.items, further.asked, further.asked_items, further.possible)}</p>
      )}
      {job.gold_rate == null && !job.blind && <p>{messages.reviewNote}</p>}
      <Subsection title={messages.disagreements} count={disagreements.length}>
        {disagreements.length === 0 ? (
          <EmptyState>{messages.noDisagreements(comparedCount)}</EmptyState>
        ) : (
          <DataTable
            label={messages.disagreements}
            columns={columns}
            rows={disagreements}
            rowId={({ group }) => group}
            onRowClick={({ group }) => void navigate(`${adjudicatePath}?group=${group}`)}
          />
        )}
      </Subsection>
      <Subsection title={messages.pairs}>
        <DownloadCsvButton
          fileName={`${job.name} ${messages.pairsFile}.csv`}
          header={CSV_HEADER}
          getRows={() =>
            pairs.map(({ first, second, f1, alpha, ...pair }) => [
              ...[first.username, second.username, pair.compared, pair.agreeing, f1 ?? ''],
              ...[alpha.alpha ?? '', alpha.n],
            ])
          }
        />
        <DataTable
          label={messages.pairs}
          columns={PAIR_COLUMNS}
          rows={pairs}
          rowId={({ first, second }) => `${first.id} ${second.id}`}
        />
        <Caption1 className={styles.hint}>{messages.groupRule}</Caption1>
      </Subsection>
    </div>
  );
}

const createGroupColumns = (blur: boolean, className: string): Column<DisputedGroup>[] => [
  {
    id: 'thumb',
    header: messages.image,
    cell: ({ thumb_img_path: src }) => (
      <span className={className}>
        <Thumbnail src={src} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
      </span>
    ),
    width: `${THUMBNAIL_SIZE}px`,
  },
  { id: 'item', header: messages.group, cell: ({ name }) => name },
  {
    id: 'difference',
    header: messages.difference,
    cell: ({ difference }) => messages.percent(difference),
    align: 'end',
    width: '104px',
  },
  { id: 'users', header: messages.users, cell: ({ users }) => users.map(({ username }) => username).join(', ') },
  { id: 'decision', header: messages.isOpen, cell: (row) => messages.decision(row.is_open) },
];

type GroupPair = GroupAgreement['pairs'][number];
const PAIR_COLUMNS: readonly Column<GroupPair>[] = [
  {
    id: 'users',
    header: messages.users,
    cell: ({ first, second }) => <TwoLines first={first.username} second={second.username} />,
    width: '168px',
  },
  { id: 'compared', header: messages.compared, cell: (pair) => String(pair.compared), align: 'end', width: '88px' },
  { id: 'agreeing', header: messages.agreeing, cell: (pair) => messages.share(pair.agreeing, pair.compared), align: 'end' },
  {
    id: 'f1',
    header: messages.memberF1,
    cell: ({ f1, members }) => (
      <ValueWithDetail value={f1?.toFixed(2) ?? messages.noValue} detail={messages.count(members.same + members.all)} />
    ),
    align: 'end',
    width: '104px',
  },
  {
    id: 'alpha',
    header: messages.memberAlpha,
    cell: ({ alpha }) => <ValueWithDetail value={alpha.alpha?.toFixed(2) ?? messages.noValue} detail={messages.count(alpha.n)} />,
    align: 'end',
    width: '104px',
  },
];
const CSV_HEADER = [
  ...[messages.first, messages.second, messages.compared, messages.agreeing, messages.memberF1, messages.memberAlpha],
  `n: ${messages.memberAlpha}`,
];
