import { makeStyles, SearchBox, tokens } from '@console/shared-ui/basics';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { Label } from '../../editor';
import { labelDialogMessages } from '../labels/label-dialog-messages';
import { findLabelByTypedKey } from '../labels/label-keys';
import { rankLabels } from '../labels/label-ranking';
import { LabelOptions } from './label-options';

const useStyles = makeStyles({
  search: { maxWidth: 'none' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface LabelChoiceProps {
  labels: readonly Label[];
  /** Label ids, most recently used first. */
  recent: readonly string[];
  chosenLabelId: string;
  onChoose: (id: string) => void;
  /** Confirms the given label, or otherwise the selected label. */
  onConfirm: (id?: string) => void;
}

/**
 * A list of labels with a search field. It works by keyboard: type to search, arrows to select, Enter to confirm (through the
 * form), or the key of a label.
 */
export function LabelChoice({ labels, recent, chosenLabelId, onChoose, onConfirm }: LabelChoiceProps) {
  const styles = useStyles();
  const listId = useId();
  const [search, setSearch] = useState('');
  const foundLabels = useMemo(() => rankLabels(labels, search, recent), [labels, search, recent]);

  const searchAndSelect = (text: string) => {
    setSearch(text);
    if (text.trim() !== '') onChoose(rankLabels(labels, text, recent)[0]?.id ?? '');
  };
  const selectNeighbour = (direction: 1 | -1) => {
    const chosenIndex = foundLabels.findIndex((label) => label.id === chosenLabelId);
    const nextLabel =
      foundLabels[
        chosenIndex === -1
          ? direction === 1
            ? 0
            : foundLabels.length - 1
          : Math.min(foundLabels.length - 1, Math.max(0, chosenIndex + direction))
      ];
    if (nextLabel) onChoose(nextLabel.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const labelOfKey = search === '' ? findLabelByTypedKey(labels, event) : undefined;
    if (event.key === 'ArrowDown') selectNeighbour(1);
    else if (event.key === 'ArrowUp') selectNeighbour(-1);
    else if (labelOfKey) onConfirm(labelOfKey.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <SearchBox
        className={styles.search}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosenLabelId ? `${listId}-${chosenLabelId}` : undefined}
        aria-label={labelDialogMessages.search}
        placeholder={labelDialogMessages.search}
        value={search}
        onChange={(_, data) => searchAndSelect(data.value)}
        onKeyDown={onKeyDown}
      />
      <LabelOptions
        id={listId}
        labels={foundLabels}
        chosenLabelId={chosenLabelId}
        areKeysActive={search === ''}
        onChoose={onChoose}
        onConfirm={onConfirm}
      />
      {labels.some(({ isOfJob }) => isOfJob) && <p className={styles.hint}>{labelDialogMessages.jobLabels}</p>}
      {labels.some(({ key }) => key) && <p className={styles.hint}>{labelDialogMessages.keys}</p>}
    </>
  );
}
