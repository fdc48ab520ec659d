import { api } from '@console/shared-auth';
import { getServerReason } from '@console/shared-ui/basics';
import { EditDialog, NameControl, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CollectionControl } from '../collections/collection-control';
import { setListMessages } from '../common/set-list-messages';
import { commonMessages } from '../common/common-messages';
import { CreatedLink } from '../common/created-link';
import { isOptionalYear, parseYear } from '../set/year';

const setsMessages = setListMessages;

interface NewSet {
  name: string;
  year: string;
  /** Id of the collection, or ''. */
  collection: string;
}

/** Dialog that creates a set from a name and an optional year and collection. */
export function CreateSet({ collection: collectionId, onClose }: { collection: string; onClose: () => void }) {
  const write = useWrite({
    send: ({ name, year, collection: id }: NewSet) =>
      api.call('POST /product/v2/set/', {
        body: { name: name.trim(), year: parseYear(year), product_collection: id === '' ? null : Number(id) },
        repeatable: true,
      }),
    success: ({ id, name }) => ({ title: setsMessages.created, text: <CreatedLink to={`/set/${id}`} name={name} /> }),
    failure: setsMessages.createFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'product-sets' }],
  });
  const sendNewSet = async (values: NewSet) => {
    const result = await write.send(values);
    // The specification requires the server's reason for the error, or a fallback message without a reason.
    return result && !result.ok ? { ...result, message: getServerReason(result.error) || setsMessages.createFailed } : result;
  };
  return (
    <EditDialog<NewSet>
      title={setsMessages.create}
      submitLabel={commonMessages.create}
      initial={{ name: '', year: '', collection: collectionId }}
      onSubmit={sendNewSet}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <TextControl
            control={control}
            name="year"
            label={commonMessages.columns.year}
            validate={(year) => isOptionalYear(year) || commonMessages.yearInvalid}
          />
          <CollectionControl control={control} name="collection" />
        </>
      )}
    </EditDialog>
  );
}
