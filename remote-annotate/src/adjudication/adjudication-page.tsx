import { useCanCall, useWorkspace } from '@console/shared-auth';
import type { DisputedItem, Job } from '@console/shared-contract/api';
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
import { useJob } from '../job/job.queries';
import { AcceptAllDialog } from './accept-all-dialog';
import { useDisputedItem, useDisputedItems } from './adjudication.queries';
import { adjudicationMessages } from './adjudication-messages';
import { DisputedList } from './disputed-list';
import { ItemDecision } from './item-decision';

const adjudicationParams = defineUrlParams({
  /** Id of the open image; empty for the list. */
  image: param.id(),
});

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: { minWidth: 0, overflowWrap: 'anywhere', fontWeight: tokens.fontWeightSemibold },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The page /imagejob/{id}/adjudicate. */
export function AdjudicationPage() {
  const { id = '' } = useParams();
  const job = useJob('image', id);
  const { workspaceId } = useWorkspace();
  return (
    <Page title={job.data ? adjudicationMessages.title(job.data.name) : adjudicationMessages.pageTitle}>
      {job.data && workspaceId ? (
        <Adjudication key={id} job={job.data} />
      ) : (
        <JobLoadState error={job.error} onRetry={job.refetch} />
      )}
    </Page>
  );
}

function Adjudication({ job }: { job: Job }) {
  const styles = useStyles();
  const params = useUrlParams(adjudicationParams);
  const { image } = params.values;
  const [isAccepting, setAccepting] = useState(false);
  const canReview = useCanCall<'POST /annotate/v2/imagejob/{id}/adjudicate-matching'>('review');
  const canManage = useCanCall<'POST /annotate/v2/gold/'>('manage');
  const disputed = useDisputedItems(job.id);
  /** The images on which the user has decided one by one since the page was opened. */
  const [decided, setDecided] = useState<readonly string[]>([]);
  const open = (id: string) => params.set({ image: id });
  return (
    <QueryState query={disputed}>
      {({ results, count }) =>
        image === '' ? (
          <>
            <div className={styles.actions}>
              <Button disabledFocusable={!canReview || count === 0} onClick={() => setAccepting(count > 0)}>
                {adjudicationMessages.acceptAll}
              </Button>
              {canManage && <AddToGoldButton kind="images" ids={decided} />}
              <LinkButton to={`/imagejob/${job.id}`}>{adjudicationMessages.toJob}</LinkButton>
            </div>
            <DisputedList items={results} total={count} onOpen={open} />
            {isAccepting && <AcceptAllDialog job={job.id} onClose={() => setAccepting(false)} />}
          </>
        ) : (
          <OpenItem
            key={image}
            {...{ job: job.id, image, items: results, total: count }}
            onOpen={open}
            onDecided={(isDecided) =>
              setDecided((current) => [...current.filter((each) => each !== image), ...(isDecided ? [image] : [])])
            }
          />
        )
      }
    </QueryState>
  );
}

interface OpenItemProps {
  job: string;
  image: string;
  /** The first items that wait for a decision, and the number of all. */
  items: readonly DisputedItem[];
  total: number;
  /** Opens another item. An empty id returns to the list. */
  onOpen: (image: string) => void;
  /** Called after a decision, and with false after its undo. */
  onDecided: (isDecided: boolean) => void;
}

function OpenItem({ job, image, items, total, onOpen, onDecided }: OpenItemProps) {
  const styles = useStyles();
  const position = items.findIndex((item) => item.image === image);
  // Remember the next item, because the list may be read again without this item before the next one opens.
  const [following] = useState(() => items[position + 1]?.image ?? items.find((item) => item.image !== image)?.image ?? '');
  const previous = items[position - 1];
  const next = items[position + 1];
  return (
    <>
      <div className={styles.bar}>
        {position >= 0 && <span>{adjudicationMessages.position(position + 1, total)}</span>}
        <span className={styles.name}>{items[position]?.file_name ?? ''}</span>
        <Button
          size="small"
          icon={<PreviousIcon />}
          disabledFocusable={!previous}
          onClick={() => previous && onOpen(previous.image)}
        >
          {adjudicationMessages.previousItem}
        </Button>
        <Button size="small" icon={<NextIcon />} disabledFocusable={!next} onClick={() => next && onOpen(next.image)}>
          {adjudicationMessages.nextItem}
        </Button>
        <Button size="small" icon={<ListIcon />} onClick={() => onOpen('')}>
          {adjudicationMessages.backToList}
        </Button>
      </div>
      <QueryState query={useDisputedItem(job, image)}>
        {({ image: trainingImage, item }) =>
          item === null ? (
            <EmptyState>{adjudicationMessages.unavailable}</EmptyState>
          ) : (
            <>
              <ItemDecision
                key={item.version}
                job={job}
                image={trainingImage}
                item={item}
                onSubmitted={() => {
                  onDecided(true);
                  onOpen(following);
                }}
                onUndone={() => {
                  onDecided(false);
                  onOpen(image);
                }}
              />
              {item.decision && (
                <Caption1>
                  {adjudicationMessages.decided(item.decision.user?.username ?? null, formatDateTime(item.decision.created))}
                </Caption1>
              )}
            </>
          )
        }
      </QueryState>
    </>
  );
}
