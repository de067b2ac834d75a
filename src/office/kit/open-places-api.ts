/** The places of a store that a form lets one choose from, whether it counts, receives or sends. */
import * as shapes from '../../backing/places/place-contract.ts'
import { listOpenPlaces } from '../../backing/places/place-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'

export function openPlacesApi(door: Door, karat: Pick<Karat, 'db'>): void {
  door.get(
    '/vault/countPlaces',
    {
      config: { access: 'staff', permission: 'vault.count' },
      schema: {
        ...{ tags: ['office: counts'], summary: 'Open places of a store, by their public codes' },
        ...{ querystring: shapes.OpenPlacesOf, response: { 200: shapes.OpenPlaces } },
      },
    },
    async ({ query }) => ({ places: await listOpenPlaces(karat.db, query.store) }),
  )
}
