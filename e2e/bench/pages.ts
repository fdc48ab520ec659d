import type { Api } from '../support/api';

/** A page that is measured in both builds. */
export interface BenchPage {
  path: string;
  heading: RegExp;
  /** Selector of its first real content: a row, a card's figure, the canvas; never a skeleton. */
  content: string;
  /** The remote that owns it; empty for the shell's own. */
  remote: string;
  /**
   * Bytes of the build over the wire until the page is interactive: 1.25 of what it took in one bundle when this was
   * written. `npm run bench -- load` has the ratio of today.
   */
  budget: number;
}

const ROW = 'main tbody tr';

/** The pages of every remote that a deep link may open, on the demo data of that server. */
export async function benchPages(api: Api): Promise<BenchPage[]> {
  const workspace = await api.workspaceId('Demo');
  const { results } = await api.expectOk<{ results: { id: string }[] }>(
    'GET',
    `/recognition/v2/training-image/?workspace=${workspace}&page_size=1`,
  );
  const image = results[0];
  if (!image) throw new Error('The demo data has no picture');
  return [
    // 3 kB more from day to day: what its cards count, and where each leads.
    { path: '/', heading: /^Dashboard$/, content: 'main [role="region"]:nth-child(4) dd', remote: '', budget: 399_000 },
    // 9 kB more: the search by name, the way through the list, and the sentences of the image screen, which are in one module.
    // What is shared with the image screen, its words and the outbox, has grown with that.
    // 1 kB more: what a model finds, what looks alike, and the words of both. 4 kB more: the export, and the page's dialogs.
    // 1 kB more: images by their outlines, and the first rows of a list that is read whole.
    { path: '/images', heading: /^Images$/, content: 'main a[href^="/image/"]', remote: 'annotate', budget: 429_000 },
    {
      path: `/image/${image.id}`,
      // The name of its file.
      heading: /./,
      content: 'main [role="application"] canvas',
      remote: 'annotate',
      // Recognition tasks, flows, predictions and the object's card are of the screen's first view: a tab is one click away.
      // 6 kB more: undo across a reload, the list of items with its search and locks, the finder of products.
      // 1.5 kB more: bytes as they are, as at /detection, and what others have of a job.
      budget: 587_500,
    },
    // 1.5 kB more, as /groups and /products: the client sends bytes as they are, too, asks for the pages of a whole list together
    // and puts one row into a list of thousands; tooltips cost nothing until they are wanted.
    { path: '/detection', heading: /^Detection$/, content: ROW, remote: 'training', budget: 429_500 },
    // 6 kB more: groups out to a CSV file and in from one, and the bar of those that are picked.
    { path: '/groups', heading: /^(Groups|Similarity)$/, content: ROW, remote: 'similarity', budget: 441_500 },
    // Since collections are made and edited here it loads rows and forms, as /detection does.
    { path: '/products', heading: /^Products$/, content: ROW, remote: 'catalogue', budget: 433_500 },
  ];
}
