import { makeStyles, TextLink, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { itemMessages } from './item-messages';
import { useImageGroups } from '../data/image.queries';
import { useScreen } from '../context/screen-context';
import { useItemStyles } from '../controls/item-styles';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '32px', minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  type: {
    maxWidth: '40%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The similarity groups of the image. Renders nothing while they load and when there are none. */
export function ItemGroups() {
  const itemStyles = useItemStyles();
  const styles = useStyles();
  const { image } = useScreen();
  const { data } = useImageGroups(image.id);
  if (!data || data.count === 0) return null;
  const hiddenCount = data.count - data.results.length;
  return (
    <section aria-label={itemMessages.groups}>
      <h3 className={itemStyles.heading}>{`${itemMessages.groups} (${data.count})`}</h3>
      <ul className={itemStyles.list}>
        {data.results.map((group) => (
          <li key={group.id} className={styles.row}>
            <span className={styles.name} title={group.name}>
              <TextLink to={`/group/${group.id}`} newTab>
                {group.name}
              </TextLink>
            </span>
            <span className={styles.type}>{group.type_name ?? itemMessages.noType}</span>
            <TrainTestBadge test={group.test_group} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className={itemStyles.note}>{itemMessages.moreGroups(hiddenCount)}</p>}
    </section>
  );
}
