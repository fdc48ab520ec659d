import type { ItemSnapshot, SnapshotLabel, JobWithType } from '@console/shared-contract/api';
import { capitalize } from '@console/shared-contract/shape-kinds';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { useWorkspace } from '@console/shared-auth';
import {
  Badge,
  Button,
  EmptyState,
  LinkButton,
  ListIcon,
  makeStyles,
  NextIcon,
  OpenIcon,
  PreviousIcon,
  Subsection,
  tokens,
} from '@console/shared-ui/basics';
import { Checkbox } from '@console/shared-ui/choices';
import { QueryState } from '@console/shared-ui/pages';
import { useEffect, useRef, useState } from 'react';
import { agreementMessages } from './job-report-messages';
import { messages } from '../../messages';
import { useItemSnapshots } from '../data/jobs.queries';
import { getWorkPagePath } from '../data/work-page-path';
import { SnapshotImage } from './snapshot-image';

const useStyles = makeStyles({
  // Minimum height, so that the page can scroll to the top of the comparison before the image is loaded. The margin is the height
  // of the bar with the sections of the page.
  page: { minHeight: '100vh', minWidth: 0, scrollMarginTop: '48px' },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  term: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

interface ItemComparisonProps {
  job: JobWithType;
  image: string;
  /** The file name of the image. */
  name: string | null;
  /** Ids of all images with disagreements, in the order of the list. */
  images: readonly string[];
  /** Opens another image. An empty id returns to the list. */
  onImageChange: (id: string) => void;
}

/** Compares the annotations of each user on one item, as an overlay and as lists. Mount a new instance for each item. */
export function ItemComparison({ job, image: imageId, name, images, onImageChange }: ItemComparisonProps) {
  const styles = useStyles();
  const page = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const position = images.indexOf(imageId);
  const [previousImage, nextImage] = [images[position - 1], images[position + 1]];
  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
    page.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const positionText = position < 0 ? agreementMessages.item : agreementMessages.position(position + 1, images.length);
  return (
    <div ref={page} className={styles.page}>
      <Subsection ref={frame} title={name === null ? positionText : `${positionText}: ${name}`}>
        <div className={styles.bar}>
          <Button
            icon={<PreviousIcon />}
            disabledFocusable={!previousImage}
            onClick={() => previousImage && onImageChange(previousImage)}
          >
            {agreementMessages.previous}
          </Button>
          <Button icon={<NextIcon />} disabledFocusable={!nextImage} onClick={() => nextImage && onImageChange(nextImage)}>
            {agreementMessages.next}
          </Button>
          <LinkButton to={`${getWorkPagePath(job)}?image=${imageId}`} icon={<OpenIcon />}>
            {agreementMessages.open}
          </LinkButton>
          <Button icon={<ListIcon />} onClick={() => onImageChange('')}>
            {agreementMessages.backToList}
          </Button>
        </div>
        <QueryState
          query={useItemSnapshots(job.id, imageId)}
          isEmpty={({ snapshots }) => snapshots.length === 0}
          empty={agreementMessages.snapshotsDeleted}
        >
          {({ image: itemImage, snapshots }) => <SideBySide image={itemImage} snapshots={snapshots} />}
        </QueryState>
      </Subsection>
    </div>
  );
}

export function SideBySide({
  image,
  snapshots,
}: {
  image: Parameters<typeof SnapshotImage>[0]['image'];
  snapshots: readonly ItemSnapshot[];
}) {
  const styles = useStyles();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const [hiddenUserIds, setHiddenUserIds] = useState<ReadonlySet<string>>(new Set());
  const toggleUser = (id: string, isVisible: boolean) =>
    setHiddenUserIds((ids) => new Set(isVisible ? [...ids].filter((userId) => userId !== id) : [...ids, id]));
  return (
    <>
      <div role="group" aria-label={agreementMessages.showWorkOf} className={styles.bar}>
        {snapshots.map(({ user }) => (
          <Checkbox
            key={user.id}
            label={user.username}
            checked={!hiddenUserIds.has(user.id)}
            onChange={(_, { checked }) => toggleUser(user.id, checked === true)}
          />
        ))}
      </div>
      <SnapshotImage image={image} snapshots={snapshots} hiddenUserIds={hiddenUserIds} blur={blur} />
      <div className={styles.columns}>
        {snapshots.map((snapshot) => (
          <section key={snapshot.user.id} aria-label={snapshot.user.username}>
            <p className={styles.term}>{snapshot.user.username}</p>
            <SnapshotLabels snapshot={snapshot} others={snapshots.filter(({ user }) => user.id !== snapshot.user.id)} />
            <SnapshotShapes snapshot={snapshot} />
          </section>
        ))}
      </div>
    </>
  );
}

const getLabelKey = ({ label, value }: SnapshotLabel) => `${label} ${value}`;
const formatLabel = ({ name, value }: SnapshotLabel) =>
  [name ?? messages.deletedLabel, value].filter((text) => text !== null).join(': ');

function SnapshotLabels({ snapshot, others: otherSnapshots }: { snapshot: ItemSnapshot; others: readonly ItemSnapshot[] }) {
  const styles = useStyles();
  if (snapshot.labels.length === 0) return <EmptyState>{agreementMessages.noLabels}</EmptyState>;
  const isShared = (label: SnapshotLabel) =>
    otherSnapshots.some(({ labels }) => labels.some((otherLabel) => getLabelKey(otherLabel) === getLabelKey(label)));
  return (
    <ul className={styles.list} aria-label={agreementMessages.labelsOf}>
      {snapshot.labels.map((label) => (
        <li key={label.label}>
          {formatLabel(label)} {!isShared(label) && <UnmatchedBadge />}
        </li>
      ))}
    </ul>
  );
}

function SnapshotShapes({ snapshot: { shapes } }: { snapshot: ItemSnapshot }) {
  const styles = useStyles();
  if (shapes.length === 0) return <EmptyState>{agreementMessages.noShapes}</EmptyState>;
  return (
    <ul className={styles.list} aria-label={agreementMessages.shapesOf}>
      {shapes.map(({ kind, name, data, labels, attributes, matched_by, attribute_differences = [] }, index) => (
        <li key={index}>
          {`${capitalize(kind)} ${name ?? messages.deletedLabel}`}
          {kind === 'object' && ` (${data.join(', ')})`}
          {labels.length > 0 && ` ${labels.map(formatLabel).join(', ')}`} {formatAttributes(attributes ?? {})}{' '}
          {kind !== 'point' && matched_by.length === 0 && <UnmatchedBadge />}
          {attribute_differences.length > 0 && (
            <Badge appearance="tint" color="warning">
              {agreementMessages.otherAttributes(attribute_differences)}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Formats attributes as text: the names of set flags, and the names and values of other attributes. */
const formatAttributes = (attributes: ShapeAttributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`))
    .join(', ');

function UnmatchedBadge() {
  return (
    <Badge appearance="tint" color="warning">
      {agreementMessages.unmatched}
    </Badge>
  );
}
