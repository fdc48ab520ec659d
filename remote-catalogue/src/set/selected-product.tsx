import { announce, isNotFound } from '@console/shared-auth';
import { Button, ButtonRow, CloseIcon, EmptyState, Subsection } from '@console/shared-ui/basics';
import { UploadButton } from '@console/shared-ui/details';
import { QueryState } from '@console/shared-ui/pages';
import { commonMessages } from '../common/common-messages';
import { productPageMessages } from '../common/product-page-messages';
import { ProductImages } from '../product/images/product-images';
import { uploadProductImage } from '../product/images/product-images.queries';
import { ProductForm } from '../product/product-form';
import { ProductMeta } from '../product/product-meta';
import { useProduct } from '../product/product.queries';

/** Editor for a product on the page of its set. */
export function SelectedProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const product = useProduct(id);
  const closeEditor = (
    <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose}>
      {commonMessages.close}
    </Button>
  );
  if (isNotFound(product.error)) return <EmptyState action={closeEditor}>{productPageMessages.notFound}</EmptyState>;
  return (
    <QueryState query={product} failed={productPageMessages.notFound}>
      {(row) => (
        <Subsection title={row.name}>
          <ButtonRow>
            <UploadButton
              label={productPageMessages.upload}
              send={(file, key) => uploadProductImage(id, file, key)}
              onDone={() => void announce({ topic: 'products', ids: [id] })}
            />
            {closeEditor}
          </ButtonRow>
          <ProductForm product={row} />
          <ProductMeta product={row} />
          <ProductImages productId={id} />
        </Subsection>
      )}
    </QueryState>
  );
}
