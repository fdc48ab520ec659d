import { Button, CloseIcon, Field, makeStyles, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useState } from 'react';
import { addEdge, removeEdge, type TemplateDraft } from './template-draft';
import { templateMessages as messages } from './template-messages';

const useStyles = makeStyles({
  adder: { display: 'flex', alignItems: 'end', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  select: { minWidth: '120px' },
  edges: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

interface EdgeListProps {
  draft: TemplateDraft;
  onAdd: (draft: TemplateDraft) => void;
  onRemove: (draft: TemplateDraft) => void;
}

/** The edges between points: each can be removed, and two points can be connected. */
export function EdgeList({ draft, onAdd, onRemove }: EdgeListProps) {
  const styles = useStyles();
  const { points, edges } = draft;
  const [chosenValues, setChosenValues] = useState<readonly [string, string]>(['', '']);
  const names = new Map(points.map(({ id, name }) => [id, name]));
  const [firstId, secondId] = chosenValues.map((value) => points.find(({ id }) => String(id) === value)?.id);
  const addEdgeBetweenChosenPoints = () => {
    if (firstId === undefined || secondId === undefined) return;
    onAdd(addEdge(draft, firstId, secondId));
    // Start the next edge at the end of the added edge, because users often connect points one after the other.
    setChosenValues([String(secondId), '']);
  };
  const choices = points.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <>
      <div className={styles.adder}>
        {([messages.from, messages.to] as const).map((label, end) => (
          <Field key={label} label={label}>
            <Select
              className={styles.select}
              value={chosenValues[end]}
              onChange={(_, { value }) => setChosenValues(end === 0 ? [value, chosenValues[1]] : [chosenValues[0], value])}
            >
              <option value="" />
              {choices}
            </Select>
          </Field>
        ))}
        <Button
          onClick={addEdgeBetweenChosenPoints}
          disabled={firstId === undefined || secondId === undefined || firstId === secondId}
        >
          {messages.addEdge}
        </Button>
      </div>
      <ul className={styles.edges} aria-label={messages.edges}>
        {edges.map((edge) => {
          const [start, end] = [names.get(edge[0]) ?? '', names.get(edge[1]) ?? ''];
          return (
            <li key={edge.join()}>
              <Button
                size="small"
                icon={<CloseIcon />}
                iconPosition="after"
                aria-label={messages.removeEdge(start, end)}
                onClick={() => onRemove(removeEdge(draft, edge))}
              >
                {messages.edge(start, end)}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
