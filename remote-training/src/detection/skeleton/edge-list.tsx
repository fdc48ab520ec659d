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
  const [chosen, setChosen] = useState<readonly [string, string]>(['', '']);
  const names = new Map(points.map(({ id, name }) => [id, name]));
  const [from, to] = chosen.map((value) => points.find(({ id }) => String(id) === value)?.id);
  const connect = () => {
    if (from === undefined || to === undefined) return;
    onAdd(addEdge(draft, from, to));
    // The next edge often starts where this one ends.
    setChosen([String(to), '']);
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
              value={chosen[end]}
              onChange={(_, { value }) => setChosen(end === 0 ? [value, chosen[1]] : [chosen[0], value])}
            >
              <option value="" />
              {choices}
            </Select>
          </Field>
        ))}
        <Button onClick={connect} disabled={from === undefined || to === undefined || from === to}>
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
