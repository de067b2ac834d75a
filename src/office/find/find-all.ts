/** A few of each kind that the reader may see; a kind that they may not see is not looked for. */

import { findRequestsBegin } from '../../business/office-queries.ts'
import { findCasesBegin } from '../../cases/case-queries.ts'
import { findProductsBegin } from '../../catalogue/office-queries.ts'
import { findPiecesBegin } from '../../catalogue/piece-queries.ts'
import { findGoldbackBegin } from '../../goldback/office-queries.ts'
import { findMembersBegin } from '../../identity/members-for-staff.ts'
import type { Karat } from '../../karat.ts'
import { findOrdersBegin } from '../../orders/core/office-list-queries.ts'
import type { Staff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import type { HitView } from './contract.ts'
import { findPages } from './find-pages.ts'
import { findKinds } from './find-rules.ts'

type Seen = Pick<Karat, 'db' | 'stores'>
type Named = { id: string; title: string; below: string; store: string | null }
type Search = {
  kind: HitView['kind']
  permission: Permission
  find: (karat: Seen, typed: string, language: string) => Promise<Named[]>
  to: (hit: Named) => string
}

const encoded = encodeURIComponent
const searches: Search[] = [
  {
    kind: 'order',
    permission: 'orders.see',
    find: ({ db }, typed) => findOrdersBegin(db, typed),
    to: ({ id }) => `/admin/order?id=${id}`,
  },
  {
    kind: 'member',
    permission: 'members.see',
    find: ({ db }, typed) => findMembersBegin(db, typed),
    to: ({ id }) => `/admin/member?id=${id}`,
  },
  {
    kind: 'piece',
    permission: 'stock.see',
    find: ({ db }, typed, language) => findPiecesBegin(db, typed, language),
    to: ({ title }) => `/admin/stock?q=${encoded(title)}`,
  },
  {
    kind: 'product',
    permission: 'catalogue.see',
    find: ({ db }, typed, language) => findProductsBegin(db, typed, language),
    to: ({ id }) => `/admin/catalogue/product?id=${id}`,
  },
  {
    kind: 'case',
    permission: 'cases.see',
    find: ({ db }, typed) => findCasesBegin(db, typed),
    to: ({ title }) => `/admin/cases?q=${encoded(title)}`,
  },
  {
    kind: 'case',
    permission: 'goldback.see',
    find: ({ db }, typed) => findGoldbackBegin(db, typed),
    to: ({ id }) => `/admin/goldback/case?id=${id}`,
  },
  {
    kind: 'case',
    permission: 'business.see',
    find: ({ db }, typed) => findRequestsBegin(db, typed),
    to: ({ id }) => `/admin/business/request?id=${id}`,
  },
]

const MOST = 8
/** The beginning of something is told from everything by at least so many letters. */
const FEWEST_LETTERS = 2

export async function findAll(karat: Seen, staff: Staff, typed: string, language: string): Promise<HitView[]> {
  const text = typed.trim()
  const may = searches.filter(({ permission }) => staff.may.has(permission) && [...text].length >= FEWEST_LETTERS)
  const found = await Promise.all(
    may.map(async ({ kind, find, to }) =>
      (await find(karat, text, language)).map((hit) => ({
        ...{ kind, title: hit.title, to: to(hit) },
        below: [hit.below, karat.stores.get(hit.store ?? '')?.name ?? ''].filter(Boolean).join(' · '),
      })),
    ),
  )
  const hits = [...findPages(staff, text, language), ...found.flat()]
  return findKinds.flatMap((one) => hits.filter(({ kind }) => kind === one).slice(0, MOST))
}
