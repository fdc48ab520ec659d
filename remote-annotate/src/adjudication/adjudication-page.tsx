import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { DisputedGroupDetails, Job } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  defineUrlParams,
  EmptyState,
  formatDateTime,
  LinkButton,
  ListIcon,
  makeStyles,
  NextIcon,
  Page,
  param,
  PreviousIcon,
  tokens,
  useUrlParams,
} from '@console/shared-ui/basics';
import { AddToGoldButton } from '@console/shared-ui/bulk';
import { QueryState } from '@console/shared-ui/pages';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { JobLoadState } from '../job/job-frame';
import { useJob, type JobKind } from '../job/job.queries';
import { AcceptAllDialog } from './accept-all-dialog';
import { useDisputedGroup, useDisputedItem, useDisputedItems, type DisputedRow } from './adjudication.queries';
import { adjudicationMessages } from './adjudication-messages';
import { DisputedList } from './disputed-list';
import { GroupDecision } from './group-decision';
import { ItemDecision } from './item-decision';

const adjudicationParams = defineUrlParams({
  /** Id of the open image; empty for the list. */
  image: param.id(),
  /** Id of the open group. */
  group: param.id(),
});

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: { minWidth: 0, overflowWrap: 'anywhere', fontWeight: tokens.fontWeightSemibold },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The page /imagejob/{id}/adjudicate. */
export const AdjudicationPage = () => <JobAdjudicationPage kind="image" />;

/** The page /similarityjob/{id}/adjudicate. */
export const GroupAdjudicationPage = () => <JobAdjudicationPage kind="similarity" />;

function JobAdjudicationPage({ kind }: { kind: JobKind }) {
  const { id = '' } = useParams();
  const job = useJob(kind, id);
  const { workspaceId } = useWorkspace();
  return (
    <Page title={job.data ? adjudicationMessages.title(job.data.name) : adjudicationMessages.pageTitle}>
      {job.data && workspaceId ? (
        <Adjudication key={id} kind={kind} job={job.data} />
      ) : (
        <JobLoadState error={job.error} onRetry={job.refetch} />
      )}
    </Page>
  );
}

function Adjudication({ kind, job }: { kind: JobKind; job: Job }) {
  const styles = useStyles();
  const params = useUrlParams(adjudicationParams);
  const isGroupJob = kind === 'similarity';
  const itemId = isGroupJob ? params.values.group : params.values.image;
  const [isAccepting, setAccepting] = useState(false);
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/adjudicate-matching'>('review');
  const canManage = useCanCall<'POST /annotate/v2/gold/'>('manage');
  const disputedItems = useDisputedItems(kind, job.id);
  /** The items on which the user has decided one by one since the page was opened. */
  const [decidedIds, setDecidedIds] = useState<readonly string[]>([]);
  const openItem = (id: string) => params.set(isGroupJob ? { group: id } : { image: id });
  return (
    <QueryState query={disputedItems}>
      {({ rows, count }) =>
        itemId === '' ? (
          <>
            <div className={styles.actions}>
              <Button disabledFocusable={!canReview || count === 0} onClick={() => setAccepting(count > 0)}>
                {adjudicationMessages.acceptAll}
              </Button>
              {canManage && <AddToGoldButton kind={isGroupJob ? 'groups' : 'images'} ids={decidedIds} />}
              <LinkButton to={`/${kind}job/${job.id}`}>{adjudicationMessages.toJob}</LinkButton>
            </div>
            <DisputedList kind={kind} items={rows} total={count} onOpen={openItem} />
            {isAccepting && <AcceptAllDialog kind={kind} jobId={job.id} onClose={() => setAccepting(false)} />}
          </>
        ) : (
          <DisputedItemView
            key={itemId}
            kind={kind}
            jobId={job.id}
            itemId={itemId}
            items={rows}
            total={count}
            onOpen={openItem}
            onDecided={(isDecided) =>
              setDecidedIds((current) => [...current.filter((decidedId) => decidedId !== itemId), ...(isDecided ? [itemId] : [])])
            }
          />
        )
      }
    </QueryState>
  );
}

interface DisputedItemViewProps {
  kind: JobKind;
  jobId: string;
  /** Id of the image or group. */
  itemId: string;
  /** The loaded items that wait for a decision. `total` also counts the items that are not loaded. */
  items: readonly DisputedRow[];
  total: number;
  /** Opens another item. An empty id returns to the list. */
  onOpen: (id: string) => void;
  /** Called with true after a decision, and with false after the user has undone the decision. */
  onDecided: (isDecided: boolean) => void;
}

function DisputedItemView({ kind, jobId, itemId, items, total, onOpen, onDecided }: DisputedItemViewProps) {
  const styles = useStyles();
  const position = items.findIndex(({ id }) => id === itemId);
  // Remember the next item now. After the submission, the list is reloaded without the current item, so its position is lost.
  const [followingId] = useState(() => items[position + 1]?.id ?? items.find(({ id }) => id !== itemId)?.id ?? '');
  const previous = items[position - 1];
  const next = items[position + 1];
  const Decision = kind === 'image' ? ImageDecision : GroupItemDecision;
  return (
    <>
      <div className={styles.bar}>
        {position >= 0 && <span>{adjudicationMessages.position(position + 1, total)}</span>}
        <span className={styles.name}>{items[position]?.name ?? ''}</span>
        <Button
          size="small"
          icon={<PreviousIcon />}
          disabledFocusable={!previous}
          onClick={() => previous && onOpen(previous.id)}
        >
          {adjudicationMessages.previousItem}
        </Button>
        <Button size="small" icon={<NextIcon />} disabledFocusable={!next} onClick={() => next && onOpen(next.id)}>
          {adjudicationMessages.nextItem}
        </Button>
        <Button size="small" icon={<ListIcon />} onClick={() => onOpen('')}>
          {adjudicationMessages.backToList}
        </Button>
      </div>
      <Decision
        jobId={jobId}
        itemId={itemId}
        onSubmitted={() => {
          onDecided(true);
          onOpen(followingId);
        }}
        onUndone={() => {
          onDecided(false);
          onOpen(itemId);
        }}
      />
    </>
  );
}

interface DecisionProps {
  jobId: string;
  /** Id of the image or group. */
  itemId: string;
  onSubmitted: () => void;
  onUndone: () => void;
}

const ImageDecision = ({ jobId, itemId: imageId, ...callbacks }: DecisionProps) => (
  <QueryState query={useDisputedItem(jobId, imageId)}>
    {({ image: trainingImage, item }) =>
      item === null ? (
        <EmptyState>{adjudicationMessages.unavailable}</EmptyState>
      ) : (
        <>
          <ItemDecision key={item.version} jobId={jobId} image={trainingImage} item={item} {...callbacks} />
          <LastDecision decision={item.decision} />
        </>
      )
    }
  </QueryState>
);

const GroupItemDecision = ({ jobId, itemId: groupId, ...callbacks }: DecisionProps) => (
  <QueryState query={useDisputedGroup(jobId, groupId)}>
    {({ item }) =>
      item === null ? (
        <EmptyState>{adjudicationMessages.unavailable}</EmptyState>
      ) : (
        <>
          <GroupDecision key={item.version} jobId={jobId} item={item} {...callbacks} />
          <LastDecision decision={item.decision} />
        </>
      )
    }
  </QueryState>
);

const LastDecision = ({ decision }: { decision: DisputedGroupDetails['decision'] }) =>
  decision && (
    <Caption1>{adjudicationMessages.decided(decision.user?.username ?? null, formatDateTime(decision.created))}</Caption1>
  );
