import type { DisputedItemDetails, ProposedShape, ShapeCluster } from '@console/shared-contract/api';
import { Badge, Button, EmptyState, makeStyles, NextIcon, PreviousIcon, tokens } from '@console/shared-ui/basics';
import { getLineStyle, LineSample } from '@console/shared-ui/shape-outlines';
import type { ReactNode } from 'react';
import { adjudicationMessages } from './adjudication-messages';
import { chooseShapeOfUser, isSameChoice, type ShapeChoice } from './choices';
import { PROPOSAL_LINE } from './layer-overlay';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  options: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  option: { justifyContent: 'flex-start', textAlign: 'start', maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  text: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  key: {
    minWidth: '44px',
    textAlign: 'center',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
  },
});

/** Badge colour for each state of a vote. */
const STATE_COLORS = { accepted: 'success', rejected: 'informative', tie: 'warning' } as const;

interface ClusterPanelProps {
  item: DisputedItemDetails;
  /** Index of the current cluster. */
  currentIndex: number;
  choice: ShapeChoice | null;
  goTo: (index: number) => void;
  choose: (choice: ShapeChoice) => void;
}

/** Shows the shape of each user for one object, and the choices of the reviewer. */
export function ClusterPanel({ item: disputedItem, currentIndex, choice, goTo, choose }: ClusterPanelProps) {
  const styles = useStyles();
  const { clusters, layers } = disputedItem;
  const cluster = clusters[currentIndex];
  if (!cluster) return <EmptyState>{adjudicationMessages.noObjects}</EmptyState>;
  const options: (Omit<OptionProps, 'isChosen' | 'onChoose'> & { choice: ShapeChoice })[] = [
    ...layers.map(({ user, shapes }, index) => {
      const member = cluster.members.find((candidate) => candidate.user === user.id);
      return {
        choice: chooseShapeOfUser(cluster, user.id),
        keyName: String(index + 1),
        lineSample: <LineSample lineStyle={getLineStyle(index)} />,
        name: user.username,
        detail: member ? describeShape(shapes[member.shape]) : adjudicationMessages.notDrawn,
      };
    }),
    {
      choice: { from: 'proposal' },
      keyName: 'Enter',
      lineSample: <LineSample lineStyle={PROPOSAL_LINE} width={5} />,
      name: adjudicationMessages.proposal,
      detail: describeShape(cluster.proposal),
    },
    { choice: { from: 'none' }, keyName: '0', lineSample: null, name: adjudicationMessages.noShape, detail: '' },
  ];
  return (
    <section className={styles.panel} aria-label={adjudicationMessages.object(currentIndex + 1, clusters.length)}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{adjudicationMessages.object(currentIndex + 1, clusters.length)}</h2>
        <Button
          size="small"
          icon={<PreviousIcon />}
          aria-label={adjudicationMessages.previous}
          disabledFocusable={currentIndex === 0}
          onClick={() => goTo(currentIndex - 1)}
        />
        <Button
          size="small"
          icon={<NextIcon />}
          aria-label={adjudicationMessages.next}
          disabledFocusable={currentIndex === clusters.length - 1}
          onClick={() => goTo(currentIndex + 1)}
        />
      </div>
      <ClusterSummary cluster={cluster} userCount={layers.length} />
      <div className={styles.options}>
        {options.map(({ choice: optionChoice, ...option }) => (
          <Option
            key={option.keyName}
            {...option}
            isChosen={isChosenBy(option.keyName, choice, optionChoice)}
            onChoose={() => choose(optionChoice)}
          />
        ))}
      </div>
    </section>
  );
}

/** Choosing a user who has not drawn the object has the same effect as "No object". In this case, only "No object" is marked as chosen. */
const isChosenBy = (keyName: string, choice: ShapeChoice | null, optionChoice: ShapeChoice): boolean =>
  isSameChoice(choice, optionChoice) && (optionChoice.from !== 'none' || keyName === '0');

function ClusterSummary({ cluster, userCount }: { cluster: ShapeCluster; userCount: number }) {
  const styles = useStyles();
  return (
    <div className={styles.bar}>
      <Badge appearance="tint" color={STATE_COLORS[cluster.state]}>
        {adjudicationMessages.states[cluster.state]}
      </Badge>
      {cluster.is_label_tied && (
        <Badge appearance="tint" color="warning">
          {adjudicationMessages.labelTie}
        </Badge>
      )}
      <span>{adjudicationMessages.votes(cluster.members.length, userCount)}</span>
      {cluster.similarity !== null && <span>{adjudicationMessages.similarity(cluster.similarity)}</span>}
    </div>
  );
}

interface OptionProps {
  /** The key that chooses this option. */
  keyName: string;
  lineSample: ReactNode;
  name: string;
  detail: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ keyName, lineSample, name, detail, isChosen, onChoose }: OptionProps) {
  const styles = useStyles();
  return (
    <Button
      className={styles.option}
      appearance={isChosen ? 'primary' : 'secondary'}
      aria-pressed={isChosen}
      aria-keyshortcuts={keyName}
      onClick={onChoose}
    >
      <span className={styles.bar}>
        <span className={styles.key} aria-hidden>
          {keyName}
        </span>
        {lineSample}
        <span className={styles.text}>
          <span>{name}</span>
          {detail !== '' && <span>{detail}</span>}
        </span>
      </span>
    </Button>
  );
}

/** Returns the label, the recognition labels and the attributes of a shape as text. */
function describeShape(shape: ProposedShape | undefined): string {
  if (!shape) return '';
  const labels = shape.labels.map(({ name, value }) => [name, value].filter((part) => part !== null).join(': '));
  const attributes = Object.entries(shape.attributes ?? {})
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`));
  const details = [...labels, ...attributes].join(', ');
  return [shape.name ?? adjudicationMessages.deletedLabel, details && adjudicationMessages.attributes(details)]
    .filter(Boolean)
    .join(' ');
}
