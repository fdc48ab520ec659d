import { endIdleChildren } from '@console/server/platform/children/pool';
import { rebuildFacets } from '@console/server/data-access/facets';
import type { Seed } from '@console/server/operations/first-start';
import { insertModels } from './models';
import { makeDemoAccounts } from './accounts';
import {
  cataloguePictures,
  demoPictures,
  otherCompanyPictures,
  recognitionOnlyPictures,
  type PicturePlan,
} from './pictures/plan';
import { makePictures, type MadePicture } from './pictures/make';
import { fillDemo } from './workspaces/demo';
import { fillOtherCompany } from './workspaces/other-company';
import { fillRecognitionOnly } from './workspaces/recognition-only';

/**
 * What a first start on an empty data folder makes, in the one transaction it is given: accounts, workspaces, and in
 * them drawn pictures with all that people would have made of them. A seed that fails leaves files behind that no row
 * names, and nothing else.
 */
export const seedDemo: Seed = async ({ db, files, withModels }) => {
  const places = await makeDemoAccounts(db);
  const now = new Date();
  const plans = {
    demo: demoPictures(),
    catalogue: cataloguePictures(),
    recognitionOnly: recognitionOnlyPictures(),
    otherCompany: otherCompanyPictures(),
  };
  const made = await makePictures(files, Object.values(plans).flat());
  const of = (wanted: readonly PicturePlan[]) => made.filter(({ plan }) => wanted.includes(plan));

  await fillDemo(
    { db, now, workspaceId: places.demo, people: [places.demoUser, places.colleague] },
    of(plans.demo),
    byDesign(made),
  );
  await fillRecognitionOnly(
    { db, now, workspaceId: places.recognitionOnly, people: [places.limited, places.demoUser] },
    of(plans.recognitionOnly),
  );
  await fillOtherCompany({ db, now, workspaceId: places.otherCompany, people: [places.other] }, of(plans.otherCompany));
  if (withModels) await insertModels({ db, now, workspaceId: places.demo, people: [places.demoUser, places.colleague] }, files);
  for (const workspaceId of [places.demo, places.recognitionOnly, places.otherCompany]) await rebuildFacets(db, workspaceId);
  // The bundle of the demo has a pool of its own, which nobody uses again.
  endIdleChildren();
};

/** The pack shots, by the key of the design they show. */
function byDesign(made: readonly MadePicture[]): ReadonlyMap<string, MadePicture> {
  return new Map(
    made.filter(({ plan }) => plan.scene === 'packshot').map((picture) => [picture.plan.key.slice('shot-'.length), picture]),
  );
}
