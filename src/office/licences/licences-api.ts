/** What each store may offer, and by what. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import * as shapes from './licences-contract.ts'
import { askLicence, describeLicences, endLicence } from './record-licence.ts'

const tags = ['office: licences']

export function licencesApi(door: Door, karat: Karat): void {
  door.get(
    '/licences/list',
    {
      config: { access: 'staff', permission: 'settings.see' },
      schema: {
        ...{ tags, summary: 'What a store may offer, and by which licence or opinion' },
        ...{ querystring: shapes.LicencesQuery, response: { 200: shapes.Licences } },
      },
    },
    ({ query }) => describeLicences(karat, query.store),
  )
  door.post(
    '/licences/record',
    {
      config: { access: 'staff', permission: 'licences.record', once: true },
      schema: {
        ...{ tags, summary: 'Ask for the second person with whom a store offers it from then on' },
        ...{ body: shapes.RecordLicence, response: { 200: shapes.LicenceAsked } },
      },
    },
    (request) => askLicence(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/licences/end',
    {
      config: { access: 'staff', permission: 'licences.end', once: true },
      schema: {
        ...{ tags, summary: 'A licence is over at once; what members have stays theirs' },
        ...{ body: shapes.EndLicence, response: { 200: shapes.LicenceEnded } },
      },
    },
    (request) => endLicence(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
