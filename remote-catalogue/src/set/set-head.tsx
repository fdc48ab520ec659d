import type { ProductSet } from '@console/shared-contract/api';
import {
  Button,
  CopyButton,
  DeleteIcon,
  Facts,
  formatDateTime,
  RefreshIcon,
  SaveIcon,
  Section,
  TextField,
  TextLink,
} from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CollectionSelect } from '../collections/collection-select';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../parts/form-grid';
import { nameError } from '../parts/name-rule';
import { readId } from '../parts/read-id';
import { useDraft } from '../parts/use-draft';
import { VerifiedShare } from '../parts/verified-share';
import { useRemoval } from '../parts/use-remove';
import { editSet, removeSet, setCompleted, type SetValues } from './set.queries';
import { isYear } from './year';

const words = messages.set;
const changes = () => [{ topic: 'product-sets' as const }];
const valuesOf = ({ name, year, parent }: ProductSet): SetValues => ({
  name,
  year: year === null ? '' : String(year),
  parent: parent ?? '',
});

/** What a set is, and what is done with all of it. */
export function SetHead({ set, onRefresh }: { set: ProductSet; onRefresh: () => void }) {
  const navigate = useNavigate();
  const complete = useWrite({
    send: (wanted: boolean) => setCompleted(set.id, wanted),
    success: { title: words.updated },
    failure: words.updateFailed,
    changes,
  });
  const removal = useRemoval<ProductSet>({
    title: words.removeTitle,
    about: (row) => words.removeText(row.name, row.products_count),
    send: (row) => removeSet(row.id),
    success: { title: words.removed },
    failure: words.removeFailed,
    changes,
    onRemoved: () => void navigate('/sets'),
  });
  return (
    <Section
      title={words.facts}
      actions={
        <Buttons>
          <Switch
            label={set.completed ? messages.sets.completed : messages.sets.notCompleted}
            checked={set.completed}
            onChange={(_, { checked }) => void complete.send(checked)}
          />
          <Button icon={<RefreshIcon />} onClick={onRefresh}>
            {messages.refresh}
          </Button>
          <Button icon={<DeleteIcon />} onClick={() => removal.ask({ row: set })}>
            {words.remove}
          </Button>
        </Buttons>
      }
    >
      <Facts
        values={{
          [messages.columns.id]: (
            <>
              {set.id} <CopyButton text={set.id} what="id" />
            </>
          ),
          [messages.columns.parentSet]: set.parent ? (
            <TextLink to={`/set/${set.parent}`}>{set.parent_name ?? set.parent}</TextLink>
          ) : (
            words.topLevel
          ),
          [messages.columns.verifiedShare]: <VerifiedShare verified={set.verified_count} products={set.products_count} />,
          [messages.columns.created]: formatDateTime(set.created),
        }}
      />
      <SetForm set={set} />
      {removal.dialog}
    </Section>
  );
}

function SetForm({ set }: { set: ProductSet }) {
  const draft = useDraft(set, valuesOf);
  const [errors, setErrors] = useState<{ name?: string; year?: string }>({});
  const write = useWrite({
    send: (values: SetValues) => editSet(set, draft.version, { ...values, parent: readId(values.parent) }),
    success: { title: words.updated },
    failure: words.updateFailed,
    reasons: { 409: messages.stale },
    changes,
  });
  const save = async () => {
    const { name, year } = draft.values;
    const wrong = { name: nameError(name), year: isYear(year) ? undefined : messages.yearInvalid };
    setErrors(wrong);
    if (wrong.name === undefined && wrong.year === undefined && draft.isDirty)
      draft.settle(await write.send(draft.values), draft.values);
  };
  return (
    <FormGrid label={words.facts} hasId onSubmit={() => void save()}>
      <TextField
        label={messages.columns.name}
        required
        autoComplete="off"
        value={draft.values.name}
        error={errors.name}
        onChange={({ target }) => draft.set({ name: target.value })}
      />
      <TextField
        label={messages.columns.year}
        autoComplete="off"
        value={draft.values.year}
        error={errors.year}
        onChange={({ target }) => draft.set({ year: target.value })}
      />
      <CollectionSelect
        label={messages.filters.collection}
        value={set.product_collection === null ? '' : String(set.product_collection)}
        onChange={() => undefined}
        disabled
      />
      <TextField
        label={words.parentId}
        autoComplete="off"
        value={draft.values.parent}
        onChange={({ target }) => draft.set({ parent: target.value })}
      />
      <Buttons>
        <Button type="submit" appearance="primary" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || write.isPending}>
          {messages.save}
        </Button>
      </Buttons>
    </FormGrid>
  );
}
