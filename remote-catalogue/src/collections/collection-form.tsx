import { createRowCalls, type ChangeSetOption } from '@console/shared-auth';
import type { ProductCollection } from '@console/shared-contract/api';
import { commonLabels, EditDialog, NameControl, TextControl } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { commonMessages } from '../common/common-messages';

/** A collection with a text id, as required for rows of a list. */
export type CollectionRow = Omit<ProductCollection, 'id'> & { id: string };

interface CollectionValues {
  name: string;
  type: string;
}

const calls = createRowCalls('product/v2/collection');
export const deleteCollection = ({ id }: CollectionRow, options: ChangeSetOption) => calls.remove(id, options);

/** Dialog for the name and type of a collection. */
export function CollectionForm({ row, write, ...dialog }: RowFormProps<CollectionRow>) {
  const save = (values: CollectionValues) => {
    const body = { name: values.name.trim(), type: values.type.trim() };
    return write((current) => (current ? calls.update(current.id, { ...body, version: current.version }) : calls.create(body)));
  };
  return (
    <EditDialog<CollectionValues>
      {...dialog}
      labels={{ ...commonLabels, type: commonMessages.columns.type }}
      initial={{ name: row?.name ?? '', type: row?.type ?? '' }}
      onSubmit={save}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <TextControl control={control} name="type" label={commonMessages.columns.type} />
        </>
      )}
    </EditDialog>
  );
}
