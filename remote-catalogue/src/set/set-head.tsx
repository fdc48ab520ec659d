import { useCanCall } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import {
  Button,
  ButtonRow,
  DeleteIcon,
  Facts,
  formatDateTime,
  HistoryLink,
  Permitted,
  RefreshIcon,
  Section,
  TextLink,
} from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { CopyableId, DraftForm, DraftTextField, useDeletion, useDraftForm } from '@console/shared-ui/details';
import { validateName } from '@console/shared-ui/forms';
import { parseId } from '@console/shared-ui/format';
import { useWrite } from '@console/shared-ui/pages';
import { useNavigate } from 'react-router-dom';
import { CollectionSelect } from '../collections/collection-select';
import { setListMessages } from '../common/set-list-messages';
import { commonMessages } from '../common/common-messages';
import { setMessages } from './set-messages';
import { VerifiedProgress } from '../common/verified-progress';
import { updateSet, deleteSet, setCompleted, type SetValues } from './set.queries';
import { isOptionalYear } from './year';

const getChanges = () => [{ topic: 'product-sets' as const }];
const toValues = ({ name, year, parent }: ProductSet): SetValues => ({
  name,
  year: year === null ? '' : String(year),
  parent: parent ?? '',
});

/** Section with the fields and actions of a set. */
export function SetHead({ set, onRefresh }: { set: ProductSet; onRefresh: () => void }) {
  const navigate = useNavigate();
  const canChange = useCanCall<'POST /product/v2/set/{id}/complete'>('manage');
  const completion = useWrite({
    send: (completed: boolean) => setCompleted(set.id, completed),
    success: { title: setMessages.updated },
    failure: setMessages.updateFailed,
    changes: getChanges,
  });
  const deletion = useDeletion<ProductSet>({
    title: setMessages.deleteTitle,
    about: (row) => setMessages.deleteText(row.name, row.products_count),
    dependents: ({ id, name }) => ({ call: 'GET /product/v2/set/{id}/dependents', id, name }),
    send: (row, options) => deleteSet(row.id, options),
    deleted: setMessages.deleted,
    // The specification requires a dialog title that says that the deletion cannot be undone.
    mentionsUndo: false,
    failure: setMessages.deleteFailed,
    changes: getChanges,
    onDeleted: () => void navigate('/sets'),
  });
  return (
    <Section
      title={setMessages.facts}
      actions={
        <ButtonRow>
          <Switch
            label={set.completed ? setListMessages.completed : setListMessages.notCompleted}
            checked={set.completed}
            disabled={!canChange}
            onChange={(_, { checked }) => void completion.send(checked)}
          />
          <HistoryLink subject={{ kind: 'product_set', id: set.id, name: set.name }} />
          <Button icon={<RefreshIcon />} onClick={onRefresh}>
            {commonMessages.refresh}
          </Button>
          <Permitted<'DELETE /product/v2/set/{id}/'> permission="manage">
            <Button icon={<DeleteIcon />} onClick={() => deletion.open({ row: set })}>
              {setMessages.delete}
            </Button>
          </Permitted>
        </ButtonRow>
      }
    >
      <Facts
        values={{
          [commonMessages.columns.id]: <CopyableId id={set.id} />,
          [commonMessages.columns.parentSet]: set.parent ? (
            <TextLink to={`/set/${set.parent}`}>{set.parent_name ?? set.parent}</TextLink>
          ) : (
            setMessages.topLevel
          ),
          [commonMessages.columns.verifiedShare]: (
            <VerifiedProgress verified={set.verified_count} products={set.products_count} />
          ),
          [commonMessages.columns.created]: formatDateTime(set.created),
        }}
      />
      <SetForm set={set} />
      {deletion.dialog}
    </Section>
  );
}

function SetForm({ set: productSet }: { set: ProductSet }) {
  const form = useDraftForm({
    row: productSet,
    toValues,
    labels: { name: commonMessages.columns.name, year: commonMessages.columns.year, parent: setMessages.parentId },
    validate: ({ name, year }) => ({
      name: validateName(name, productSet.name),
      year: isOptionalYear(year) ? undefined : commonMessages.yearInvalid,
    }),
    send: (values, version) => updateSet(productSet, version, { ...values, parent: parseId(values.parent) }),
    success: { title: setMessages.updated },
    failure: setMessages.updateFailed,
    changes: getChanges,
  });
  return (
    <DraftForm label={setMessages.facts} hasId form={form} isPrimary>
      <DraftTextField form={form} name="name" label={commonMessages.columns.name} required />
      <DraftTextField form={form} name="year" label={commonMessages.columns.year} />
      <CollectionSelect
        label={commonMessages.filters.collection}
        value={productSet.product_collection === null ? '' : String(productSet.product_collection)}
        onChange={() => undefined}
        disabled
      />
      <DraftTextField form={form} name="parent" label={setMessages.parentId} />
    </DraftForm>
  );
}
