import type { Api } from '../../../support/api';

/** A page measured in both builds. */
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

const ROW = 'main tbody tr';

/** Lists the pages of all micro-frontends with deep links to the server's demo data. */
export async function benchPages(api: Api): Promise<BenchPage[]> {
  const workspace = await api.findWorkspaceId('Demo');
  const { results } = await api.requestOk<{ results: { id: string }[] }>(
    'GET',
    `/recognition/v2/training-image/?workspace=${workspace}&page_size=1`,
  );
  const image = results[0];
  if (!image) throw new Error('The demo data has no image');
  return [
    // Includes 3 kB for the counts and links of the cards. Every page includes 1.5 kB for roles and request ids, and pages of lists another 1.5 kB.
    // Includes 1.5 kB for the fields of the new kinds of shapes in the contract, and results of large undos.
    // Includes 8.5 kB for the live stream, which loads when the page is idle, and the button of the notices.
    { path: '/', heading: /^Dashboard$/, content: 'main [role="region"]:nth-child(4) dd', remote: '', budget: 421_000 },
    // Includes 9 kB for the search by name, the list navigation and the messages of the image screen.
    // The messages and the outbox are shared with the image screen.
    // Includes 1 kB for predictions and similar images, and 4 kB for the export and the dialogs.
    // Includes 1 kB for image placeholders and the first rows of complete lists.
    // Includes 2 kB for the link to the map, the filter by attributes, and uploaded models in the contract.
    { path: '/images', heading: /^Images$/, content: 'main a[href^="/image/"]', remote: 'annotate', budget: 463_000 },
    {
      path: `/image/${image.id}`,
      // The heading contains the file name, so any heading is accepted.
      heading: /./,
      content: 'main [role="application"] canvas',
      remote: 'annotate',
      // The first view includes recognition tasks, labelling flows, predictions and the object card. Includes
      // 6 kB for undo across a reload, the item list with search and locks, and the product finder. Includes 1.5 kB for binary
      // uploads, as in /detection, and for the progress of other users. Includes 2 kB for undo from the change log and the link
      // to the history. Includes 10 kB for the legend, keys and canvas layer of the history panel, and Undo after a deletion.
      // Includes 2.5 kB for roles and the read-only screen, and 3 kB for the buttons and slots of comments and presence.
      // Includes 19 kB for masks and their commands, skeletons, attributes, polygon commands and the entry of the tool that
      // finds objects.
      budget: 668_000,
    },
    // Includes 1.5 kB, like /groups and /products, for the fields of the new kinds of shapes in the contract, and results of large undos.
    // Includes 2.5 kB, like /groups and /products, for undo from the change log and the links to the history.
    // Includes 1.5 kB, like /groups and /products: the client sends binary bodies, requests the pages of a complete list in parallel
    // and inserts a row into long lists. Tooltips are loaded on demand.
    { path: '/detection', heading: /^Detection$/, content: ROW, remote: 'training', budget: 455_000 },
    { path: '/jobs', heading: /^Jobs$/, content: ROW, remote: 'training', budget: 480_000 },
    // Includes 6 kB for CSV import and export of groups and the bulk bar, and 1.5 kB for gold-standard items of groups.
    { path: '/groups', heading: /^(Groups|Similarity)$/, content: ROW, remote: 'similarity', budget: 468_000 },
    // The page loads tables and forms, because users create and edit collections here.
    { path: '/products', heading: /^Products$/, content: ROW, remote: 'catalogue', budget: 463_500 },
  ];
}
