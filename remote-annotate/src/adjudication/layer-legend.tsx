import type { ItemLayer } from '@console/shared-contract/api';
import { Button, makeStyles, tokens } from '@console/shared-ui/basics';
import { getLineStyle, LineSample } from '@console/shared-ui/shape-outlines';
import { adjudicationMessages } from './adjudication-messages';
import { PROPOSAL_LINE } from './layer-overlay';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    minWidth: 0,
  },
  entry: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

interface LayerLegendProps {
  layers: readonly ItemLayer[];
  /** Chooses all annotations of the user with this index. */
  onChooseLayer: (index: number) => void;
}

/** A legend of the line styles of the users and of the proposal. A click on a user chooses all of their annotations. */
export function LayerLegend({ layers, onChooseLayer }: LayerLegendProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={adjudicationMessages.legend}>
      {layers.map(({ user }, index) => (
        <li key={user.id}>
          <Button
            size="small"
            icon={<LineSample lineStyle={getLineStyle(index)} />}
            aria-label={adjudicationMessages.chooseAllOfUser(user.username)}
            title={adjudicationMessages.chooseAllOfUser(user.username)}
            onClick={() => onChooseLayer(index)}
          >
            {`${'ABCD'[index] ?? ''} ${user.username}`}
          </Button>
        </li>
      ))}
      <li className={styles.entry}>
        <LineSample lineStyle={PROPOSAL_LINE} width={5} />
        {adjudicationMessages.proposal}
      </li>
    </ul>
  );
}
