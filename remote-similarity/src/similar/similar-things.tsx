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
import { messages } from '../messages';
import { foundKinds, foundOf, listOfSimilar } from './found';
import { FoundSection, type FoundAction } from './found-section';
import { isGrowing, useSimilar } from './similar.queries';

const words = messages.similar;
const PARTS: readonly LikenessBasis[] = ['both', 'colours', 'features'];
const FEW = 12;
const MANY = 60;

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM, minWidth: 0 },
  by: { flexGrow: 1, maxWidth: '260px' },
  state: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface SimilarThingsOptions {
  subject: SimilarSubject;
  action?: FoundAction;
}

/** The groups, images and objects that look most like something; another subject starts afresh. */
export function SimilarThings(props: SimilarThingsOptions) {
  return <Things key={`${props.subject.kind} ${props.subject.id}`} {...props} />;
}

function Things({ subject, action }: SimilarThingsOptions) {
  const styles = useStyles();
  const [by, setBy] = useState<LikenessBasis | null>(null);
  const [count, setCount] = useState(FEW);
  const similar = useSimilar(subject, by, count);
  const answer = similar.data;
  const found = useMemo(() => answer && foundOf(answer), [answer]);
  if (similar.error && !answer) {
    if (isUnsupportedCall(similar.error)) return <EmptyState icon={<ImageIcon />}>{words.unavailable}</EmptyState>;
    return <ErrorState error={similar.error} onRetry={() => void similar.refetch()} />;
  }
  if (!answer || !found) return <SkeletonTiles />;
  if (!answer.available) return <EmptyState icon={<ImageIcon />}>{words.unavailable}</EmptyState>;
  const isNone = foundKinds.every((kind) => found[kind].length === 0);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Field label={words.by} className={styles.by}>
          <Select value={by ?? ''} onChange={(_, { value }) => setBy(PARTS.find((part) => part === value) ?? null)}>
            <option value="">{words.automatic(words.parts[answer.by], by === null)}</option>
            {PARTS.map((part) => (
              <option key={part} value={part}>
                {words.parts[part]}
              </option>
            ))}
          </Select>
        </Field>
        <TextLink to={listOfSimilar(subject)} newTab>
          {words.inBrowser}
        </TextLink>
      </div>
      <ReadyLine answer={answer} />
      {isNone && <EmptyState icon={<ImageIcon />}>{words.none}</EmptyState>}
      {foundKinds.map((kind) => (
        <FoundSection key={kind} kind={kind} found={found[kind]} action={action} />
      ))}
      {count === FEW && foundKinds.some((kind) => found[kind].length === FEW) && (
        <div>
          <Button onClick={() => setCount(MANY)}>{words.more}</Button>
        </div>
      )}
    </div>
  );
}

/** What cannot be among the answers yet. */
function ReadyLine({ answer }: { answer: SimilarResponse }) {
  const styles = useStyles();
  const { image, object, group } = answer.ready;
  return (
    <p role="status" className={styles.state}>
      {isGrowing(answer) && words.ready({ images: image, objects: object, groups: group })}
    </p>
  );
}
