/** Fills in what the demo's dealer and its customers have written. */
import { addTestimonials } from '../../community/add-testimonials.ts'
import { publicName } from '../../community/community-rules.ts'
import { addAgreements, addNews, addPages, addPartners, addProblems } from '../../content/add-content.ts'
import type { Tx } from '../../db/database.ts'
import { readStores } from '../../stores/stores.ts'
import { demoAgreements } from './agreements.ts'
import { demoGuides } from './news-guides.ts'
import { demoHouseNews } from './news-house.ts'
import { demoPages } from './pages.ts'
import { demoPartners } from './partners.ts'
import { demoPrivacy } from './privacy.ts'
import { demoProblems } from './problems.ts'
import { demoTestimonials } from './testimonials.ts'

/** Only for the stores that there are: a demo may have been changed since it began. */
export async function seedContent(tx: Tx): Promise<void> {
  const stores = [...(await readStores(tx)).values()]
  const codes = stores.map(({ code }) => code)
  await addNews(tx, codes, [...demoGuides, ...demoHouseNews])
  await addProblems(tx, codes, demoProblems)
  await addPartners(tx, codes, demoPartners)
  await addAgreements(tx, stores, demoAgreements)
  await addPages(tx, codes, [...demoPages, ...demoPrivacy])
  await addTestimonials(
    tx,
    'Nadia Kusuma',
    demoTestimonials.map((one) => ({ ...one, name: publicName(one.name) })),
  )
}
