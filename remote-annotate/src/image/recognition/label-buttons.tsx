import { Button, makeStyles, SearchBox, Text, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { useCanAnnotate } from '../context/screen-context';
import { recognitionMessages } from './state/recognition-messages';
import { labelIcons } from './label-icons';
import { LabelKey } from '../labels/label-key';
import type { OfferedLabel } from './state/rules';
import { toggleLabel } from './state/toggle-label';
import type { Labelling } from './state/use-labelling';
import { ValueSlider } from './value-slider';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  search: { maxWidth: 'none' },
  button: { maxWidth: '100%', minWidth: 0 },
  content: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  note: { color: tokens.colorNeutralForeground3 },
});

/** With more labels than this, a search field appears. */
const MAX_BUTTONS = 40;

interface LabelButtonsProps {
  labels: readonly OfferedLabel[];
  labelling: Labelling;
}

/** A toggle button for each label. If the image or object has a label of the type `value`, a slider sets its value. */
export function LabelButtons({ labels, labelling }: LabelButtonsProps) {
  const styles = useStyles();
  const [search, setSearch] = useState('');
  const canAnnotate = useCanAnnotate();
  const { currentLabels, offeredLabels } = labelling;
  const getKey = (id: string) => offeredLabels.find((label) => label.id === id)?.key;
  const findPresentLabel = (id: string) => currentLabels?.find((label) => label.id === id);
  const hasSearch = labels.length > MAX_BUTTONS;
  const searchText = search.trim().toLocaleLowerCase();
  const matchingLabels = searchText === '' ? labels : labels.filter(({ name }) => name.toLocaleLowerCase().includes(searchText));
  const shownLabels = hasSearch
    ? [
        ...matchingLabels.filter(({ id }) => findPresentLabel(id)),
        ...matchingLabels.filter(({ id }) => !findPresentLabel(id)),
      ].slice(0, MAX_BUTTONS)
    : matchingLabels;
  return (
    <div className={styles.column}>
      {hasSearch && (
        <SearchBox
          className={styles.search}
          size="small"
          aria-label={recognitionMessages.search}
          placeholder={recognitionMessages.search}
          value={search}
          onChange={(_, data) => setSearch(data.value)}
        />
      )}
      <div className={styles.buttons}>
        {shownLabels.map((label) => (
          <Button
            key={label.id}
            size="small"
            className={styles.button}
            appearance={findPresentLabel(label.id) ? 'primary' : 'outline'}
            aria-pressed={findPresentLabel(label.id) !== undefined}
            disabled={!canAnnotate || currentLabels === undefined}
            icon={labelIcons[label.type]}
            title={label.name}
            aria-keyshortcuts={getKey(label.id) ?? undefined}
            onClick={() => toggleLabel(labelling, label)}
          >
            <span className={styles.content}>
              <span className={styles.name}>{formatNameAndValue(label.name, findPresentLabel(label.id)?.value)}</span>
              <LabelKey labelKey={getKey(label.id)} />
            </span>
          </Button>
        ))}
      </div>
      {matchingLabels.length > shownLabels.length && (
        <Text size={200} className={styles.note}>
          {recognitionMessages.moreLabels(matchingLabels.length - shownLabels.length)}
        </Text>
      )}
      {shownLabels.map((label) => {
        const presentLabel = label.type === 'value' ? findPresentLabel(label.id) : undefined;
        return presentLabel && <ValueSlider key={label.id} label={presentLabel} range={label} labelling={labelling} />;
      })}
    </div>
  );
}

const formatNameAndValue = (name: string, value: number | null | undefined) =>
  typeof value === 'number' ? `${name}: ${value}` : name;
