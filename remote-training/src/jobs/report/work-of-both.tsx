import type { ItemSnapshot, SnapshotLabel, TypedJob } from '@console/shared-contract/api';
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
import { jobMessages } from '../../job-messages';
import { useWorkOfItem } from '../jobs.queries';
import { workPageOf } from '../work-page';
import { PictureOfBoth } from './picture-of-both';

const words = jobMessages.agreement;
const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  both: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  term: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

export interface WorkOfBothProps {
  job: TypedJob;
  image: string;
  /** All that are disagreed on, in the order of the list. */
  images: readonly string[];
  /** '' goes back to the list. */
  onImage: (id: string) => void;
}

/** What each person has left of an item: on its picture, over one another, and as lists. Mount anew for another item. */
export function WorkOfBoth({ job, image, images, onImage }: WorkOfBothProps) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const place = images.indexOf(image);
  const [before, after] = [images[place - 1], images[place + 1]];
  useEffect(() => {
    frame.current?.focus();
  }, []);
  return (
    <Subsection ref={frame} title={place < 0 ? words.item : words.at(place + 1, images.length)}>
      <div className={styles.bar}>
        <Button icon={<PreviousIcon />} disabledFocusable={!before} onClick={() => before && onImage(before)}>
          {words.previous}
        </Button>
        <Button icon={<NextIcon />} disabledFocusable={!after} onClick={() => after && onImage(after)}>
          {words.next}
        </Button>
        <LinkButton to={`${workPageOf(job)}?image=${image}`} icon={<OpenIcon />}>
          {words.open}
        </LinkButton>
        <Button icon={<ListIcon />} onClick={() => onImage('')}>
          {words.back}
        </Button>
      </div>
      <QueryState query={useWorkOfItem(job.id, image)} isEmpty={({ people }) => people.length === 0} empty={words.notKept}>
        {({ picture, people }) => <Both picture={picture} people={people} />}
      </QueryState>
    </Subsection>
  );
}

function Both({ picture, people }: { picture: Parameters<typeof PictureOfBoth>[0]['picture']; people: readonly ItemSnapshot[] }) {
  const styles = useStyles();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string, on: boolean) =>
    setHidden((ids) => new Set(on ? [...ids].filter((each) => each !== id) : [...ids, id]));
  return (
    <>
      <div role="group" aria-label={words.show} className={styles.bar}>
        {people.map(({ user }) => (
          <Checkbox
            key={user.id}
            label={user.username}
            checked={!hidden.has(user.id)}
            onChange={(_, { checked }) => toggle(user.id, checked === true)}
          />
        ))}
      </div>
      <PictureOfBoth picture={picture} people={people} hidden={hidden} blur={blur} />
      <div className={styles.both}>
        {people.map((person) => (
          <section key={person.user.id} aria-label={person.user.username}>
            <p className={styles.term}>{person.user.username}</p>
            <Labels person={person} others={people.filter(({ user }) => user.id !== person.user.id)} />
            <Shapes person={person} />
          </section>
        ))}
      </div>
    </>
  );
}

const keyOf = ({ label, value }: SnapshotLabel) => `${label} ${value}`;
const labelText = ({ name, value }: SnapshotLabel) => [name ?? words.gone, value].filter((part) => part !== null).join(': ');

function Labels({ person, others }: { person: ItemSnapshot; others: readonly ItemSnapshot[] }) {
  const styles = useStyles();
  if (person.labels.length === 0) return <EmptyState>{words.noLabels}</EmptyState>;
  const isShared = (label: SnapshotLabel) => others.some(({ labels }) => labels.some((other) => keyOf(other) === keyOf(label)));
  return (
    <ul className={styles.list} aria-label={words.labelsOf}>
      {person.labels.map((label) => (
        <li key={label.label}>
          {labelText(label)} {!isShared(label) && <Alone />}
        </li>
      ))}
    </ul>
  );
}

function Shapes({ person: { shapes } }: { person: ItemSnapshot }) {
  const styles = useStyles();
  if (shapes.length === 0) return <EmptyState>{words.noShapes}</EmptyState>;
  return (
    <ul className={styles.list} aria-label={words.shapesOf}>
      {shapes.map(({ kind, name, data, labels, matched_by }, at) => (
        <li key={at}>
          {`${words.kinds[kind]} ${name ?? words.gone}`}
          {kind === 'object' && ` (${data.join(', ')})`}
          {labels.length > 0 && ` ${labels.map(labelText).join(', ')}`} {kind !== 'point' && matched_by.length === 0 && <Alone />}
        </li>
      ))}
    </ul>
  );
}

function Alone() {
  return (
    <Badge appearance="tint" color="warning">
      {words.alone}
    </Badge>
  );
}
