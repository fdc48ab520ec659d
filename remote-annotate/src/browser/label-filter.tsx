import { Button, CloseIcon, Combobox, makeStyles, mergeClasses, Option, tokens, TruncatedText } from '@console/shared-ui/basics';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../messages';
import type { LabelChoice } from './browser.queries';

/** Options drawn at once; a workspace may have thousands of labels. */
const SHOWN = 100;

const useStyles = makeStyles({
  frame: { position: 'relative', width: '210px', '@media (max-width: 640px)': { width: '100%' } },
  box: { width: '100%', minWidth: 0 },
  clear: { position: 'absolute', top: '4px', right: '28px' },
  input: { textOverflow: 'ellipsis', minWidth: 0, width: '100%' },
  inputBesideClear: { paddingInlineEnd: '24px' },
  option: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  swatch: {
    flexShrink: 0,
    width: '10px',
    height: '10px',
    borderRadius: '3px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  note: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

export interface LabelFilterProps {
  /** What is filtered by: the placeholder and the accessible name. */
  label: string;
  labels: UseQueryResult<LabelChoice[], Error>;
  selected: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Several labels, found by a part of their names; those chosen stand first when it opens. */
export function LabelFilter({ label, labels, selected, onChange }: LabelFilterProps) {
  const styles = useStyles();
  const [search, setSearch] = useState<string | null>(null);
  const [first, setFirst] = useState<readonly string[]>([]);
  const choices = labels.data ?? [];
  const chosenNames = choices.filter((choice) => selected.includes(choice.id)).map((choice) => choice.name);

  const wanted = (search ?? '').trim().toLocaleLowerCase();
  const matching = choices.filter((choice) => choice.name.toLocaleLowerCase().includes(wanted));
  const ordered = [
    ...matching.filter((choice) => first.includes(choice.id)),
    ...matching.filter((choice) => !first.includes(choice.id)),
  ];
  const shown = ordered.slice(0, SHOWN);
  const { browser } = messages;
  const emptyNote = labels.isError ? browser.labelsFailed : choices.length === 0 ? browser.noLabels : browser.noLabelMatches;

  return (
    <div className={styles.frame}>
      <Combobox
        className={styles.box}
        input={{ className: mergeClasses(styles.input, selected.length > 0 && styles.inputBesideClear) }}
        aria-label={label}
        placeholder={search === null ? label : browser.labelSearch(label)}
        multiselect
        value={search ?? chosenNames.join(', ')}
        title={search === null && chosenNames.length > 1 ? chosenNames.join(', ') : undefined}
        selectedOptions={[...selected]}
        onOptionSelect={(_, data) => onChange(data.selectedOptions)}
        onOpenChange={(_, data) => {
          setSearch(data.open ? '' : null);
          if (data.open) setFirst(selected);
        }}
        onChange={(event) => setSearch(event.target.value)}
      >
        {shown.map((choice) => (
          <Option key={choice.id} value={choice.id} text={choice.name}>
            <span className={styles.option}>
              {choice.color && <span aria-hidden className={styles.swatch} style={{ backgroundColor: choice.color }} />}
              <TruncatedText>{choice.name}</TruncatedText>
            </span>
          </Option>
        ))}
        {shown.length === 0 && !labels.isPending && <div className={styles.note}>{emptyNote}</div>}
        {ordered.length > SHOWN && <div className={styles.note}>{browser.moreLabels(ordered.length - SHOWN)}</div>}
      </Combobox>
      {selected.length > 0 && (
        <Button
          className={styles.clear}
          size="small"
          appearance="transparent"
          icon={<CloseIcon />}
          aria-label={browser.clearLabels(label)}
          onClick={() => onChange([])}
        />
      )}
    </div>
  );
}
