import { announce } from '@console/shared-auth';
import { ErrorState, LazyComponent, Section } from '@console/shared-ui/basics';
import { EntityPage } from '@console/shared-ui/details';
import { Presence } from '@console/shared-ui/presence';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { productPageMessages } from '../common/product-page-messages';
import { ProductImages } from './images/product-images';
import { useProductImages } from './images/product-images.queries';
import { ProductPrices } from './prices/product-prices';
import { ProductHead } from './product-head';
import { ProductMeta } from './product-meta';
import { useProduct } from './product.queries';

const productMessages = productPageMessages;
const loadComments = async () => (await import('@console/shared-ui/comments')).CommentsSection;

export function ProductPage() {
  const { id = '' } = useParams();
  return <ProductContent key={id} id={id} />;
}

function ProductContent({ id }: { id: string }) {
  const product = useProduct(id);
  const images = useProductImages(id);
  const [isDeleted, setDeleted] = useState(false);
  const { notFound } = productMessages;
  return (
    <EntityPage
      query={product}
      title={productMessages.title}
      describe={({ name }) => ({ title: name })}
      notFound={notFound}
      failed={notFound}
      isDeleted={isDeleted}
    >
      {(row) =>
        images.error && !images.data ? (
          <ErrorState title={notFound} error={images.error} onRetry={() => void images.refetch()} />
        ) : (
          <>
            <Presence kind="product" id={row.id} />
            <ProductHead
              product={row}
              onRefresh={() => void announce({ topic: 'products' })}
              onDeleted={() => setDeleted(true)}
              onUndone={() => setDeleted(false)}
            />
            <ProductImages productId={row.id} />
            <Section title={productMessages.meta}>
              <ProductMeta product={row} />
            </Section>
            <ProductPrices productId={row.id} />
            <LazyComponent
              load={loadComments}
              title={productMessages.comments}
              props={{ row: { product: row.id }, target: { kind: 'product', entity: row.id } }}
              skeleton={null}
            />
          </>
        )
      }
    </EntityPage>
  );
}
