/** Places in which bars lie. */
import * as shapes from '../../backing/places/place-contract.ts'
import { listOfficePlaces } from '../../backing/places/place-queries.ts'
import { changePlace, closePlace, openPlace } from '../../backing/places/save-place.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: vault']
const keeps = { access: 'staff', permission: 'vault.places', once: true } as const

export function placesOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/places',
    {
      config: { access: 'staff', permission: 'vault.see' },
      schema: {
        ...{ tags, summary: 'Places in which bars lie, with what lies there' },
        ...{ querystring: shapes.PlacesQuery, response: { 200: shapes.PlacesPage } },
      },
    },
    ({ query }) => listOfficePlaces(karat, query, query),
  )
  door.post(
    '/vault/openPlace',
    {
      config: keeps,
      schema: { tags, summary: 'Bars can lie in a new place', body: shapes.OpenPlace, response: { 200: Done } },
    },
    (request) => openPlace(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/vault/changePlace',
    {
      config: keeps,
      schema: {
        ...{ tags, summary: 'Change keeper, address and insurance of a place' },
        ...{ body: shapes.ChangePlace, response: { 200: Done } },
      },
    },
    (request) => changePlace(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/vault/closePlace',
    {
      config: keeps,
      schema: { tags, summary: 'Close an empty place for ever', body: shapes.ClosePlace, response: { 200: Done } },
    },
    (request) => closePlace(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
