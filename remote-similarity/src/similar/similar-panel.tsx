import { isUnsupportedCall } from '@console/shared-auth';
import type { LikenessBasis, SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';
import {
  Button,
  EmptyState,
  ErrorState,
  Field,
  ImageIcon,
  makeStyles,
  SkeletonTiles,
  TextLink,
  tokens,
} from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useMemo, useState } from 'react';
import { similarMessages } from './similar-messages';
import { SIMILAR_KINDS, toSimilarItems, getImageListPath } from './similar-items';
import { SimilarSection, type SimilarItemAction } from './similar-section';
import { isIncomplete, useSimilar } from './similar.queries';

const BASES: readonly LikenessBasis[] = ['both', 'colours', 'features'];
/** Numbers of items of each kind: before and after a click on "Show more". */
const INITIAL_COUNT = 12;
const MAX_COUNT = 60;

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM, minWidth: 0 },
  by: { flexGrow: 1, maxWidth: '260px' },
  state: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface SimilarPanelProps {
  subject: SimilarSubject;
  action?: SimilarItemAction;
}

/** Shows the groups, images and shapes most similar to the subject. The key resets the state for another subject. */
export function SimilarPanel(props: SimilarPanelProps) {
  return <SimilarPanelContent key={`${props.subject.kind} ${props.subject.id}`} {...props} />;
}

function SimilarPanelContent({ subject, action }: SimilarPanelProps) {
  const styles = useStyles();
  const [basis, setBasis] = useState<LikenessBasis | null>(null);
  const [count, setCount] = useState(INITIAL_COUNT);
  const similar = useSimilar(subject, basis, count);
  const response = similar.data;
  const items = useMemo(() => response && toSimilarItems(response), [response]);
  if (similar.error && !response) {
    if (isUnsupportedCall(similar.error)) return <EmptyState icon={<ImageIcon />}>{similarMessages.unavailable}</EmptyState>;
    return <ErrorState error={similar.error} onRetry={() => void similar.refetch()} />;
  }
  if (!response || !items) return <SkeletonTiles />;
  if (!response.available) return <EmptyState icon={<ImageIcon />}>{similarMessages.unavailable}</EmptyState>;
  const hasNoItems = SIMILAR_KINDS.every((kind) => items[kind].length === 0);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Field label={similarMessages.compareBy} className={styles.by}>
          <Select
            value={basis ?? ''}
            onChange={(_, { value }) => setBasis(BASES.find((candidate) => candidate === value) ?? null)}
          >
            <option value="">{similarMessages.automatic(similarMessages.bases[response.by], basis === null)}</option>
            {BASES.map((candidate) => (
              <option key={candidate} value={candidate}>
                {similarMessages.bases[candidate]}
              </option>
            ))}
          </Select>
        </Field>
        <TextLink to={getImageListPath(subject)} newTab>
          {similarMessages.inBrowser}
        </TextLink>
      </div>
      <IndexProgress response={response} />
      {hasNoItems && (
        <EmptyState icon={<ImageIcon />}>{isIncomplete(response) ? similarMessages.preparing : similarMessages.none}</EmptyState>
      )}
      {SIMILAR_KINDS.map((kind) => (
        <SimilarSection key={kind} kind={kind} items={items[kind]} action={action} />
      ))}
      {count === INITIAL_COUNT && SIMILAR_KINDS.some((kind) => items[kind].length === INITIAL_COUNT) && (
        <div>
          <Button onClick={() => setCount(MAX_COUNT)}>{similarMessages.more}</Button>
        </div>
      )}
    </div>
  );
}

/** Shows how many items are already indexed while the index is incomplete. */
function IndexProgress({ response }: { response: SimilarResponse }) {
  const styles = useStyles();
  const { image, group, ...shapes } = response.ready;
  const total = { ready: 0, total: 0 };
  for (const state of Object.values(shapes)) {
    total.ready += state?.ready ?? 0;
    total.total += state?.total ?? 0;
  }
  return (
    <p role="status" className={styles.state}>
      {isIncomplete(response) && similarMessages.ready({ images: image, shapes: total, groups: group })}
    </p>
  );
}
