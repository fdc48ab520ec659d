import { api } from '@console/shared-auth';
import { EditDialog, NameControl, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { CollectionControl } from '../collections/collection-control';
import { productListMessages } from '../common/product-list-messages';
import { commonMessages } from '../common/common-messages';
import { CreatedLink } from '../common/created-link';

const productsMessages = productListMessages;

interface NewProduct {
  name: string;
  customer_product_id: string;
  /** Id of the collection, or ''. */
  collection: string;
}

/** Dialog that creates a product from a name and an optional customer product id and collection. */
export function CreateProduct({ collection: collectionId, onClose }: { collection: string; onClose: () => void }) {
  const write = useWrite({
    send: ({ name, customer_product_id, collection: id }: NewProduct) =>
      api.call('POST /product/v2/product/', {
        body: {
          name: name.trim(),
          customer_product_id: customer_product_id.trim() || undefined,
          product_collection: id === '' ? undefined : Number(id),
        },
        repeatable: true,
      }),
    success: ({ id, name }) => ({ title: productsMessages.created, text: <CreatedLink to={`/product/${id}`} name={name} /> }),
    failure: productsMessages.createFailed,
    failureIn: 'form',
    changes: () => [{ topic: 'products' }],
  });
  return (
    <EditDialog<NewProduct>
      title={productsMessages.create}
      submitLabel={commonMessages.create}
      initial={{ name: '', customer_product_id: '', collection: collectionId }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <TextControl control={control} name="customer_product_id" label={commonMessages.columns.customerProductId} />
          <CollectionControl control={control} name="collection" />
        </>
      )}
    </EditDialog>
  );
}
