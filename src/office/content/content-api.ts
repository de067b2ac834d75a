/** What the dealer writes, as the staff write it. */
import { getEntry, listEntries, listGroups } from '../../content/entry-queries.ts'
import { listPictures } from '../../content/picture-queries.ts'
import { listAgreements, publishAgreement } from '../../content/publish-agreement.ts'
import { publishEntry, saveEntry, unpublishEntry } from '../../content/save-entry.ts'
import { templateAgreement } from '../../content/template-rules.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { requireStaff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import * as shape from './content-contract.ts'
import { pageCalls } from './pages-api.ts'

const tags = ['office: content']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function contentOfficeApi(door: Door, karat: Karat) {
  const config = needs('content.see')
  door.get(
    '/content/list',
    {
      config,
      schema: {
        tags,
        summary: 'Entries of one kind',
        querystring: shape.EntriesQuery,
        response: { 200: shape.EntriesPage },
      },
    },
    ({ query }) => listEntries(karat.db, query),
  )
  door.get(
    '/content/entry',
    {
      config,
      schema: { tags, summary: 'One entry whole', querystring: shape.EntryQuery, response: { 200: shape.Entry } },
    },
    ({ query }) => getEntry(karat.db, query.kind, query.id),
  )
  door.get(
    '/content/choices',
    { config, schema: { tags, summary: 'What an entry may name', response: { 200: shape.Choices } } },
    async () => ({ groups: await listGroups(karat.db), pictures: listPictures() }),
  )
  door.get(
    '/content/agreements',
    {
      config,
      schema: {
        tags,
        summary: 'Every version of the member agreement',
        querystring: shape.AgreementsQuery,
        response: { 200: shape.Agreements },
      },
    },
    async ({ query: { page, size } }) => {
      const all = await listAgreements(karat.db)
      return { total: all.length, rows: all.slice((page - 1) * size, page * size) }
    },
  )
  door.get(
    '/content/agreementTemplate',
    {
      config: needs('content.agreement'),
      schema: {
        tags,
        summary: 'What a store’s first version begins with',
        querystring: shape.AgreementTemplateQuery,
        response: { 200: shape.AgreementTemplate },
      },
    },
    async ({ query }) => {
      const store = karat.stores.get(query.store)
      if (!store) throw new Refusal('not_found')
      return templateAgreement(store.settings.house)
    },
  )
  writingCalls(door, karat)
  pageCalls(door, karat)
}

function writingCalls(door: Door, karat: Karat) {
  const config = needs('content.edit')
  door.post(
    '/content/save',
    {
      config,
      bodyLimit: 400_000,
      schema: {
        tags,
        summary: 'Add an entry or change it',
        body: shape.SaveEntry,
        response: { 200: shape.EntrySaved },
      },
    },
    (request) => saveEntry(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/publish',
    { config, schema: { tags, summary: 'Show it now', body: shape.NamedEntry, response: { 200: shape.EntrySaved } } },
    (request) => publishEntry(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/unpublish',
    {
      config,
      schema: { tags, summary: 'Show it no longer', body: shape.NamedEntry, response: { 200: shape.EntrySaved } },
    },
    (request) => unpublishEntry(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/publishAgreement',
    {
      config: needs('content.agreement'),
      bodyLimit: 2_000_000,
      schema: {
        tags,
        summary: 'A new version of the member agreement',
        body: shape.PublishAgreement,
        response: { 200: shape.AgreementPublished },
      },
    },
    (request) => {
      const { effective_on: effectiveOn, ...wish } = request.body
      return publishAgreement(karat, requireStaff(request), { ...wish, effectiveOn })
    },
  )
}
