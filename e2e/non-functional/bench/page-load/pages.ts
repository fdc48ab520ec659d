import type { Api } from '../../../support/api';

/** A page that is measured in the federated build and in the build with a single bundle. */
export interface BenchPage {
  path: string;
  heading: RegExp;
  /** Selector of the first real content: a row, a figure or the canvas, not a skeleton. */
  content: string;
  /** The remote of the page; empty for pages of the application shell. */
  remote: string;
  /**
   * Maximum bytes of the build over the wire until the page is interactive: 1.25 times the bytes of a single bundle when the
   * budget was set. `npm run bench -- load` prints the current ratio.
   */
  budget: number;
}

const TABLE_ROW = 'main tbody tr';

/** Lists the pages of all micro-frontends with deep links to the server's demo data. */
export async function listBenchPages(api: Api): Promise<BenchPage[]> {
  const workspace = await api.findWorkspaceId('Demo');
  const { results } = await api.requestOk<{ results: { id: string }[] }>(
    'GET',
    `/recognition/v2/training-image/?workspace=${workspace}&page_size=1`,
  );
  const image = results[0];
  if (!image) throw new Error('The demo data has no image');
  return [
    { path: '/', heading: /^Dashboard$/, content: 'main [role="region"]:nth-child(4) dd', remote: '', budget: 421_000 },
    { path: '/images', heading: /^Images$/, content: 'main a[href^="/image/"]', remote: 'annotate', budget: 463_000 },
    {
      path: `/image/${image.id}`,
      // The heading contains the file name, so any heading is accepted.
      heading: /./,
      content: 'main [role="application"] canvas',
      remote: 'annotate',
      budget: 668_000,
    },
    { path: '/detection', heading: /^Detection$/, content: TABLE_ROW, remote: 'training', budget: 455_000 },
    { path: '/jobs', heading: /^Jobs$/, content: TABLE_ROW, remote: 'training', budget: 480_000 },
    { path: '/groups', heading: /^(Groups|Similarity)$/, content: TABLE_ROW, remote: 'similarity', budget: 468_000 },
    { path: '/products', heading: /^Products$/, content: TABLE_ROW, remote: 'catalogue', budget: 463_500 },
  ];
}
