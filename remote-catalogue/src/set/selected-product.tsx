import { announce } from '@console/shared-auth';
import { Button, CloseIcon, Subsection } from '@console/shared-ui/basics';
import { QueryState, UploadButton } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { Buttons } from '../parts/form-grid';
import { ProductForm } from '../product/product-form';
import { ProductImages } from '../product/product-images';
import { ProductMeta } from '../product/product-meta';
import { uploadProductImage, useProduct } from '../product/product.queries';

/** A product of a set, worked on without leaving the set. */
export function SelectedProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const product = useProduct(id);
  return (
    <QueryState query={product} notFound={messages.product.notFound} failed={messages.product.notFound}>
      {(row) => (
        <Subsection title={row.name}>
          <Buttons>
            <UploadButton
              label={messages.product.upload}
              send={(picture) => uploadProductImage(id, picture)}
              onDone={() => void announce({ topic: 'products', ids: [id] })}
            />
            <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose}>
              {messages.close}
            </Button>
          </Buttons>
          <ProductForm product={row} />
          <ProductMeta product={row} />
          <ProductImages productId={id} />
        </Subsection>
      )}
    </QueryState>
  );
}
