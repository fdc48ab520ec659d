import { announce } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';
import { AddIcon, Button, ConfirmDialog, Input, makeStyles, tokens, useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { parseId } from '@console/shared-ui/format';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { useState, type FormEvent } from 'react';
import { useCollections } from '../collections/collections.queries';
import { messages } from '../messages';
import { assignToSet, fetchProduct } from '../product/product.queries';

const setMessages = messages.set;
const useStyles = makeStyles({
  form: { display: 'flex', gap: tokens.spacingHorizontalS, flex: '0 1 420px', minWidth: 0 },
  input: { flexGrow: 1, minWidth: 0 },
});
const getChanges = () => [{ topic: 'products' as const }, { topic: 'product-sets' as const }];

/** Form that adds a product to a set by its id or a link to the product. Asks before it moves the product from another set. */
export function AddProduct({ setId }: { setId: string }) {
  const styles = useStyles();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const collections = useCollections().data;
  const [text, setText] = useState('');
  const dialog = useDialog<{ product: Product; set: NonNullable<Product['product_set']> }>();
  const commonOptions = { failure: setMessages.addProductFailed, changes: getChanges };
  const assignment = useWrite({
    send: (product: Product) => assignToSet(product, setId),
    reasons: { 409: messages.stale },
    ...commonOptions,
  });
  const add = async (product: Product) => {
    const { name, product_set: previous } = product;
    const result = await assignment.send(product);
    if (!result?.ok) return;
    setText('');
    offerUndo(
      setMessages.productAdded,
      async () => {
        // With this version, the server refuses to undo a later change of another user.
        await assignToSet({ ...product, version: result.result.version }, previous?.id ?? null);
        await announce(...getChanges());
      },
      previous ? setMessages.movedFrom(name, previous.name) : name,
    );
  };
  const search = useWrite({ send: fetchProduct, failure: setMessages.addProductFailed });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = parseId(text);
    if (id === '') return void notify.danger({ title: setMessages.noProductId });
    const found = await search.send(id);
    if (!found?.ok) return;
    const { result: product } = found;
    if (product.product_set?.id === setId) notify.info({ title: setMessages.isInSet, text: product.name });
    else if (product.product_set) dialog.open({ product, set: product.product_set });
    else await add(product);
  };
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Input
          className={styles.input}
          aria-label={messages.columns.productId}
          placeholder={messages.columns.productId}
          autoComplete="off"
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
        <Button type="submit" icon={<AddIcon />} disabledFocusable={search.isPending || assignment.isPending}>
          {setMessages.addProduct}
        </Button>
      </form>
      <DialogSlot dialog={dialog}>
        {({ product, set }, close) => (
          <ConfirmDialog
            open
            title={setMessages.moveTitle}
            confirmLabel={setMessages.move}
            danger={false}
            busy={assignment.isPending}
            onConfirm={() => void add(product).then(close)}
            onCancel={close}
          >
            {setMessages.moveText(product.name, set.name, collections?.find(({ id }) => id === product.product_collection)?.name)}
          </ConfirmDialog>
        )}
      </DialogSlot>
    </>
  );
}
