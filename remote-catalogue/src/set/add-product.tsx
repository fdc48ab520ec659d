import { sendAsChangeSet } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';
import { AddIcon, Button, ConfirmDialog, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { useCollections } from '../collections/collections.queries';
import { ProductFinder } from '../crop/product-finder';
import { commonMessages } from '../common/common-messages';
import { setMessages } from './set-messages';
import { assignToSet, fetchProduct } from '../product/product.queries';

const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'end', gap: tokens.spacingHorizontalS, flex: '0 1 480px', minWidth: 0 },
  finder: { flexGrow: 1, minWidth: 0 },
});
const getChanges = () => [{ topic: 'products' as const }, { topic: 'product-sets' as const }];

/**
 * Form that adds a product to a set. The product is found by its name, number, id or link. Asks before it moves the product from
 * another set.
 */
export function AddProduct({ setId }: { setId: string }) {
  const styles = useStyles();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const collections = useCollections().data;
  const [selected, setSelected] = useState<Product | null>(null);
  const dialog = useDialog<{ product: Product; set: NonNullable<Product['product_set']> }>();
  const assignment = useWrite({
    send: (product: Product) =>
      sendAsChangeSet(['add to set', product.id, setId], (options) => assignToSet(product, setId, options)),
    reasons: { 409: commonMessages.stale },
    failure: setMessages.addProductFailed,
    changes: getChanges,
  });
  const addToSet = async (product: Product) => {
    const { name, product_set: previousSet } = product;
    const result = await assignment.send(product);
    if (!result?.ok) return;
    setSelected(null);
    const text = previousSet ? setMessages.movedFrom(name, previousSet.name) : name;
    offerUndo(setMessages.productAdded, { changeSet: result.result.changeSet, changes: getChanges(), text });
  };
  const productRefresh = useWrite({ send: fetchProduct, failure: setMessages.addProductFailed });
  const submitProduct = async (event: FormEvent) => {
    event.preventDefault();
    if (!selected) return void notify.danger({ title: setMessages.noProductId });
    // Another user may have changed the product since it was found.
    const currentSet = await productRefresh.send(selected.id);
    if (!currentSet?.ok) return;
    const { result: product } = currentSet;
    if (product.product_set?.id === setId) notify.info({ title: setMessages.isInSet, text: product.name });
    else if (product.product_set) dialog.open({ product, set: product.product_set });
    else await addToSet(product);
  };
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void submitProduct(event)}>
        <div className={styles.finder}>
          <ProductFinder selected={selected} onPick={setSelected} />
        </div>
        <Button type="submit" icon={<AddIcon />} disabledFocusable={productRefresh.isPending || assignment.isPending}>
          {setMessages.addProduct}
        </Button>
      </form>
      <DialogSlot dialog={dialog}>
        {({ product, set }, close) => (
          <ConfirmDialog
            title={setMessages.moveTitle}
            confirmLabel={setMessages.move}
            danger={false}
            busy={assignment.isPending}
            onConfirm={() => void addToSet(product).then(close)}
            onCancel={close}
          >
            {setMessages.moveText(product.name, set.name, collections?.find(({ id }) => id === product.product_collection)?.name)}
          </ConfirmDialog>
        )}
      </DialogSlot>
    </>
  );
}
