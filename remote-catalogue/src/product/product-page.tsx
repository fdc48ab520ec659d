import {
  CopyButton,
  EmptyState,
  ErrorState,
  formatDateTime,
  Page,
  Section,
  SkeletonRows,
  Facts,
} from '@console/shared-ui/basics';
import { Link, useParams } from 'react-router-dom';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { isNotFound } from '@console/shared-auth';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { productNumber } from '../products/product-number';
import { ProductImages } from './product-images';
import { ProductPrices } from './product-prices';
import { useProduct } from './product.queries';

export function ProductPage() {
  const { id = '' } = useParams();
  const product = useProduct(id);
  const collections = useCollections();
  const { data } = product;
  return (
    <Page title={data?.name ?? messages.product.title}>
      {product.isPending && <SkeletonRows />}
      {product.error &&
        !data &&
        (isNotFound(product.error) ? (
          <EmptyState>{messages.product.notFound}</EmptyState>
        ) : (
          <ErrorState error={product.error} onRetry={() => void product.refetch()} />
        ))}
      {data && (
        <>
          <Section title={messages.product.facts}>
            <Facts
              values={{
                [messages.columns.id]: (
                  <>
                    {data.id} <CopyButton text={data.id} what="id" />
                  </>
                ),
                [messages.columns.verified]: (
                  <Verdict yes={data.verified} yesLabel={messages.products.verified} noLabel={messages.products.notVerified} />
                ),
                [messages.columns.type]: describeCollection(collections.data, data.product_collection).name,
                [messages.columns.customerId]: data.customer_product_id || '–',
                [messages.columns.number]: productNumber(data) || '–',
                [messages.columns.set]: data.product_set ? (
                  <Link to={`/set/${data.product_set.id}`}>{data.product_set.name}</Link>
                ) : (
                  '–'
                ),
                [messages.columns.created]: formatDateTime(data.created),
              }}
            />
          </Section>
          <ProductImages productId={data.id} />
          <ProductPrices productId={data.id} />
        </>
      )}
    </Page>
  );
}
