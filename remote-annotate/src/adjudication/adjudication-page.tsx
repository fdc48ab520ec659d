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
  const isOfGroups = kind === 'similarity';
  const itemId = isOfGroups ? params.values.group : params.values.image;
  const [isAccepting, setAccepting] = useState(false);
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/adjudicate-matching'>('review');
  const canManage = useCanCall<'POST /annotate/v2/gold/'>('manage');
  const disputed = useDisputedItems(kind, job.id);
  /** The items on which the user has decided one by one since the page was opened. */
  const [decided, setDecided] = useState<readonly string[]>([]);
  const open = (id: string) => params.set(isOfGroups ? { group: id } : { image: id });
  return (
    <QueryState query={disputed}>
      {({ rows, count }) =>
        itemId === '' ? (
          <>
            <div className={styles.actions}>
              <Button disabledFocusable={!canReview || count === 0} onClick={() => setAccepting(count > 0)}>
                {adjudicationMessages.acceptAll}
              </Button>
              {canManage && <AddToGoldButton kind={isOfGroups ? 'groups' : 'images'} ids={decided} />}
              <LinkButton to={`/${kind}job/${job.id}`}>{adjudicationMessages.toJob}</LinkButton>
            </div>
            <DisputedList kind={kind} items={rows} total={count} onOpen={open} />
            {isAccepting && <AcceptAllDialog kind={kind} job={job.id} onClose={() => setAccepting(false)} />}
          </>
        ) : (
          <OpenItem
            key={itemId}
            kind={kind}
            job={job.id}
            item={itemId}
            items={rows}
            total={count}
            onOpen={open}
            onDecided={(isDecided) =>
              setDecided((current) => [...current.filter((decidedId) => decidedId !== itemId), ...(isDecided ? [itemId] : [])])
            }
          />
        )
      }
    </QueryState>
  );
}

interface OpenItemProps {
  kind: JobKind;
  job: string;
  /** Id of the image or group. */
  item: string;
  /** The loaded items that wait for a decision. `total` also counts the items that are not loaded. */
  items: readonly DisputedRow[];
  total: number;
  /** Opens another item. An empty id returns to the list. */
  onOpen: (id: string) => void;
  /** Called with true after a decision, and with false after the user has undone the decision. */
  onDecided: (isDecided: boolean) => void;
}

function OpenItem({ kind, job, item: itemId, items, total, onOpen, onDecided }: OpenItemProps) {
  const styles = useStyles();
  const position = items.findIndex(({ id }) => id === itemId);
  // Remember the next item now. After the submission, the list is reloaded without the current item, so its position is lost.
  const [following] = useState(() => items[position + 1]?.id ?? items.find(({ id }) => id !== itemId)?.id ?? '');
  const previous = items[position - 1];
  const next = items[position + 1];
  const Decision = kind === 'image' ? OpenImage : OpenGroup;
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
        job={job}
        item={itemId}
        onSubmitted={() => {
          onDecided(true);
          onOpen(following);
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
  job: string;
  /** Id of the image or group. */
  item: string;
  onSubmitted: () => void;
  onUndone: () => void;
}

const OpenImage = ({ job, item: image, ...callbacks }: DecisionProps) => (
  <QueryState query={useDisputedItem(job, image)}>
    {({ image: trainingImage, item }) =>
      item === null ? (
        <EmptyState>{adjudicationMessages.unavailable}</EmptyState>
      ) : (
        <>
          <ItemDecision key={item.version} job={job} image={trainingImage} item={item} {...callbacks} />
          <LastDecision decision={item.decision} />
        </>
      )
    }
  </QueryState>
);

const OpenGroup = ({ job, item: group, ...callbacks }: DecisionProps) => (
  <QueryState query={useDisputedGroup(job, group)}>
    {({ item }) =>
      item === null ? (
        <EmptyState>{adjudicationMessages.unavailable}</EmptyState>
      ) : (
        <>
          <GroupDecision key={item.version} job={job} item={item} {...callbacks} />
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
