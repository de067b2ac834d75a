/** Pickup points of a store, as its staff keep them, and what its delivery zones are made of. */
import { listOfficePoints, listRegions } from '../../delivery/address-queries.ts'
import * as shapes from '../../delivery/office-contract.ts'
import { closePickupPoint, savePickupPoint } from '../../delivery/save-pickup-point.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: settings']
const changes = { access: 'staff', permission: 'settings.points', once: true } as const

export function pointsApi(door: Door, karat: Karat): void {
  zonePartsApi(door, karat)
  door.get(
    '/settings/points',
    {
      config: { access: 'staff', permission: 'settings.see' },
      schema: {
        ...{ tags, summary: 'Pickup points of a store, the closed ones too' },
        ...{ querystring: shapes.OfficePointsQuery, response: { 200: shapes.OfficePoints } },
      },
    },
    async ({ query }) => {
      const { code } = knownStore(karat, query.store)
      const points = await listOfficePoints(karat.db, code)
      const subject = (id: number) => `${code} ${id}`
      const waits = await findWaiting(
        karat.db,
        'settings.points',
        points.map(({ id }) => subject(id)),
      )
      return { points: points.map((point) => ({ ...point, waits: waits.has(subject(point.id)) })) }
    },
  )
  door.post(
    '/settings/savePoint',
    {
      config: changes,
      schema: {
        tags,
        summary: 'Add or change a pickup point',
        body: shapes.SavePoint,
        response: { 200: shapes.PointSaved },
      },
    },
    (request) => {
      const { store, ...wish } = request.body
      return savePickupPoint(
        karat,
        requireStaff(request),
        { store: knownStore(karat, store), wish },
        staffOnce(request),
      )
    },
  )
  door.post(
    '/settings/closePoint',
    {
      config: changes,
      schema: {
        ...{ tags, summary: 'Close a pickup point, at once or from a day to come, or open it again' },
        ...{ body: shapes.ClosePoint, response: { 200: shapes.PointSaved } },
      },
    },
    (request) => {
      const { store, ...wish } = request.body
      return closePickupPoint(
        karat,
        requireStaff(request),
        { store: knownStore(karat, store), wish },
        staffOnce(request),
      )
    },
  )
}

function zonePartsApi(door: Door, karat: Karat): void {
  door.get(
    '/settings/zoneParts',
    {
      config: { access: 'staff', permission: 'settings.see' },
      schema: {
        ...{ tags, summary: 'Provinces and currencies that delivery zones of a store are made of' },
        ...{ querystring: shapes.OfficePointsQuery, response: { 200: shapes.ZoneParts } },
      },
    },
    async ({ query }) => {
      const { country, currencies } = knownStore(karat, query.store)
      const provinces = await listRegions(karat.db, country, null)
      return { provinces: provinces.map(({ code, name }) => ({ code, name })), currencies }
    },
  )
}
