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
import { Buttons, FormGrid } from '../../../shared-ui/src/details/form-grid';
import { validateName } from '../common/validate-name';
import { parseId } from '../../../shared-ui/src/format/parse-ids';
import { useDraft } from '../../../shared-ui/src/details/use-draft';
import { VerifiedProgress } from '../common/verified-progress';
import { useDeletion } from '../../../shared-ui/src/details/use-deletion';
import { updateSet, deleteSet, setCompleted, type SetValues } from './set.queries';
import { isOptionalYear } from './year';

const setMessages = messages.set;
const changes = () => [{ topic: 'product-sets' as const }];
const toValues = ({ name, year, parent }: ProductSet): SetValues => ({
  name,
  year: year === null ? '' : String(year),
  parent: parent ?? '',
});

/** Section with the fields and actions of a set. */
export function SetHead({ set, onRefresh }: { set: ProductSet; onRefresh: () => void }) {
  const navigate = useNavigate();
  const completion = useWrite({
    send: (completed: boolean) => setCompleted(set.id, completed),
    success: { title: setMessages.updated },
    failure: setMessages.updateFailed,
    changes,
  });
  const deletion = useDeletion<ProductSet>({
    title: setMessages.deleteTitle,
    about: (row) => setMessages.deleteText(row.name, row.products_count),
    send: (row) => deleteSet(row.id),
    success: { title: setMessages.deleted },
    failure: setMessages.deleteFailed,
    changes,
    onDeleted: () => void navigate('/sets'),
  });
  return (
    <Section
      title={setMessages.facts}
      actions={
        <Buttons>
          <Switch
            label={set.completed ? messages.sets.completed : messages.sets.notCompleted}
            checked={set.completed}
            onChange={(_, { checked }) => void completion.send(checked)}
          />
          <Button icon={<RefreshIcon />} onClick={onRefresh}>
            {messages.refresh}
          </Button>
          <Button icon={<DeleteIcon />} onClick={() => deletion.open({ row: set })}>
            {setMessages.delete}
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
            setMessages.topLevel
          ),
          [messages.columns.verifiedShare]: <VerifiedProgress verified={set.verified_count} products={set.products_count} />,
          [messages.columns.created]: formatDateTime(set.created),
        }}
      />
      <SetForm set={set} />
      {deletion.dialog}
    </Section>
  );
}

function SetForm({ set }: { set: ProductSet }) {
  const draft = useDraft(set, toValues);
  const [errors, setErrors] = useState<{ name?: string; year?: string }>({});
  const write = useWrite({
    send: (values: SetValues) => updateSet(set, draft.version, { ...values, parent: parseId(values.parent) }),
    success: { title: setMessages.updated },
    failure: setMessages.updateFailed,
    reasons: { 409: messages.stale },
    changes,
  });
  const save = async () => {
    const { name, year } = draft.values;
    const newErrors = { name: validateName(name), year: isOptionalYear(year) ? undefined : messages.yearInvalid };
    setErrors(newErrors);
    if (newErrors.name === undefined && newErrors.year === undefined && draft.isDirty)
      draft.finishSave(await write.send(draft.values), draft.values);
  };
  return (
    <FormGrid label={setMessages.facts} hasId onSubmit={() => void save()}>
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
        label={setMessages.parentId}
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
