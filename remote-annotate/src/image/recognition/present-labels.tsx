import type { AttachedLabel } from '@console/shared-contract/api';
import {
  Button,
  CloseIcon,
  Combobox,
  ErrorState,
  makeStyles,
  Option,
  SkeletonRows,
  TagIcon,
  TagsIcon,
  Text,
  tokens,
  Tooltip,
  ValueIcon,
} from '@console/shared-ui/basics';
import { Slider } from '@console/shared-ui/choices';
import { useState } from 'react';
import { messages } from '../../messages';
import type { Labelling } from './use-labelling';

const words = messages.labels;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, margin: 0, padding: 0, listStyleType: 'none' },
  button: { maxWidth: '100%', justifyContent: 'flex-start' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  rail: { flexGrow: 1 },
});

const icons = { category: <TagIcon />, tag: <TagsIcon />, value: <ValueIcon />, plain: <TagIcon /> };

/** The labels that are present, to be taken off by a click, and a picker of those that are not. */
export function PresentLabels({ labelling }: { labelling: Labelling }) {
  const styles = useStyles();
  const { present, offered, error, retry } = labelling;
  if (error && !present) return <ErrorState error={error} onRetry={retry} />;
  if (!present) return <SkeletonRows />;
  return (
    <div className={styles.column}>
      <Text weight="semibold">{present.length > 0 ? words.present : words.none}</Text>
      {present.length > 0 && (
        <ul className={styles.list}>
          {present.map((label) => (
            <PresentLabel key={label.id} label={label} labelling={labelling} />
          ))}
        </ul>
      )}
      {error ? (
        <Text>{words.failed}</Text>
      ) : (
        <AddLabel labelling={labelling} offered={offered.filter((label) => !present.some(({ id }) => id === label.id))} />
      )}
    </div>
  );
}

function PresentLabel({ label, labelling }: { label: AttachedLabel; labelling: Labelling }) {
  const styles = useStyles();
  const range = labelling.offered.find(({ id }) => id === label.id);
  // What the hand has set, until it is what the label shows: storing takes a moment, in which the slider would jump back.
  const [draft, setDraft] = useState<number | null>(null);
  if (draft !== null && draft === label.value) setDraft(null);
  const value = draft ?? label.value ?? range?.min_value ?? 0;
  const shown = label.type === 'value' ? `${label.name}: ${value}` : label.name;
  return (
    <li>
      <Tooltip content={words.remove(label.name)} relationship="label">
        <Button
          className={styles.button}
          appearance="subtle"
          size="small"
          icon={icons[label.type]}
          onClick={() => labelling.remove(label)}
        >
          <span className={styles.name}>{shown}</span>
          <CloseIcon />
        </Button>
      </Tooltip>
      {label.type === 'value' && (
        <div className={styles.value}>
          <Slider
            className={styles.rail}
            size="small"
            aria-label={words.value(label.name)}
            min={range?.min_value ?? 0}
            max={range?.max_value ?? 100}
            step={range?.step_value ?? undefined}
            value={value}
            onChange={(_, data) => {
              setDraft(data.value);
              labelling.setValue(label, data.value);
            }}
          />
        </div>
      )}
    </li>
  );
}

function AddLabel({ offered, labelling }: { offered: Labelling['offered']; labelling: Labelling }) {
  const [search, setSearch] = useState('');
  const matches = offered.filter((label) => label.name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Combobox
      aria-label={words.add}
      placeholder={words.addPlaceholder}
      value={search}
      selectedOptions={[]}
      onChange={(event) => setSearch(event.target.value)}
      onOptionSelect={(_, data) => {
        const label = offered.find(({ id }) => id === data.optionValue);
        if (label) labelling.add(label);
        setSearch('');
      }}
    >
      {matches.slice(0, 100).map((label) => (
        <Option key={label.id} value={label.id} text={label.name}>
          {label.name}
        </Option>
      ))}
    </Combobox>
  );
}
