import { api } from '@console/shared-auth';
import { getServerReason, TextField } from '@console/shared-ui/basics';
import { Controller, EditDialog, NameControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CollectionControl } from '../collections/collection-control';
import { messages } from '../messages';
import { CreatedLink } from '../parts/created-link';
import { isYear, yearOf } from '../set/year';

const words = messages.sets;

interface NewSet {
  name: string;
  year: string;
  /** Id of the collection, '' for none. */
  collection: string;
}

/** Create New Set: a name, and where they are known its year and a collection. */
export function CreateSet({ collection, onClose }: { collection: string; onClose: () => void }) {
  const write = useWrite({
    send: ({ name, year, collection: id }: NewSet) =>
      api.call('POST /product/v2/set/', {
        body: { name: name.trim(), year: yearOf(year), product_collection: id === '' ? null : Number(id) },
        repeatable: true,
      }),
    success: ({ id, name }) => ({ title: words.created, text: <CreatedLink to={`/set/${id}`} name={name} /> }),
    failure: words.createFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'product-sets' }],
  });
  const save = async (values: NewSet) => {
    const written = await write.send(values);
    // What the server has answered, or that it failed where it has not said why.
    return written && !written.ok ? { ...written, message: getServerReason(written.error) || words.createFailed } : written;
  };
  return (
    <EditDialog<NewSet>
      title={words.create}
      submitLabel={messages.create}
      initial={{ name: '', year: '', collection }}
      onSubmit={save}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <Controller
            control={control}
            name="year"
            rules={{ validate: (year) => isYear(year) || messages.yearInvalid }}
            render={({ field, fieldState }) => (
              <TextField label={messages.columns.year} autoComplete="off" error={fieldState.error?.message} {...field} />
            )}
          />
          <CollectionControl control={control} name="collection" />
        </>
      )}
    </EditDialog>
  );
}
