/** Bars on their way between places. */

import { SecondAsked } from '../../backing/register/office-contract.ts'
import { noteArrival } from '../../backing/transports/end-transport.ts'
import { askSend } from '../../backing/transports/send-bars.ts'
import * as shapes from '../../backing/transports/transport-contract.ts'
import { listTransports } from '../../backing/transports/transport-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: vault']

export function transportsOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/transports',
    {
      config: { access: 'staff', permission: 'vault.see' },
      schema: {
        ...{ tags, summary: 'Bars that were sent from one place to another, and what became of each' },
        ...{ querystring: shapes.TransportsQuery, response: { 200: shapes.TransportsPage } },
      },
    },
    (request) => listTransports(karat, requireStaff(request).id, request.query, request.query),
  )
  door.post(
    '/vault/send',
    {
      config: { access: 'staff', permission: 'vault.send', once: true },
      schema: {
        ...{ tags, summary: 'Ask for the second person who sends bars to another place' },
        ...{ body: shapes.SendBars, response: { 200: SecondAsked } },
      },
    },
    (request) => {
      const { bar_ids: barIds, expected_on: expectedOn, ...wish } = request.body
      return askSend(karat, requireStaff(request), { ...wish, barIds, expectedOn }, staffOnce(request))
    },
  )
  door.post(
    '/vault/arrive',
    {
      config: { access: 'staff', permission: 'vault.arrive', once: true },
      schema: {
        ...{ tags, summary: 'Bars on their way have come to their place, or back' },
        ...{ body: shapes.BarsArrived, response: { 200: Done } },
      },
    },
    (request) => {
      const { transport_id: transportId, bar_ids: barIds, came_back: cameBack, reason } = request.body
      return noteArrival(karat, requireStaff(request), { transportId, barIds, cameBack, reason }, staffOnce(request))
    },
  )
}
