/** About, contact and privacy as staff write them: a draft, versions, and the way back (decision 0166). */
import { getPageVersion, listPages, listPageVersions, pageAtDesk } from '../../content/page-queries.ts'
import { dropPageDraft, publishPage, restorePage, savePageDraft } from '../../content/publish-page.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { requireStaff } from '../../staff/door.ts'
import * as shape from './content-contract.ts'

const tags = ['office: content']
const see = { access: 'staff', permission: 'content.see' } as const
const edit = { access: 'staff', permission: 'content.edit' } as const
const publish = { access: 'staff', permission: 'content.page' } as const

export function pageCalls(door: Door, karat: Karat) {
  door.get(
    '/content/pages',
    {
      config: see,
      schema: { tags, summary: 'Pages of every store', querystring: shape.PagesQuery, response: { 200: shape.Pages } },
    },
    async ({ query: { page, size } }) => {
      const all = await listPages(karat.db, karat.stores.values())
      return { total: all.length, rows: all.slice((page - 1) * size, page * size) }
    },
  )
  door.get(
    '/content/page',
    {
      config: see,
      schema: { tags, summary: 'One page and its draft', querystring: shape.PageQuery, response: { 200: shape.Page } },
    },
    async ({ query }) => {
      const store = karat.stores.get(query.store)
      if (!store) throw new Refusal('not_found')
      return { ...(await pageAtDesk(karat.db, query)), language: store.language, house: store.settings.house }
    },
  )
  door.get(
    '/content/pageVersions',
    {
      config: see,
      schema: {
        tags,
        summary: 'Every version of a page',
        querystring: shape.PageVersionsQuery,
        response: { 200: shape.PageVersions },
      },
    },
    ({ query }) => listPageVersions(karat.db, query),
  )
  door.get(
    '/content/pageVersion',
    {
      config: see,
      schema: {
        tags,
        summary: 'One version of a page and what it changed',
        querystring: shape.PageVersionQuery,
        response: { 200: shape.PageVersion },
      },
    },
    ({ query }) => getPageVersion(karat.db, query),
  )
  writing(door, karat)
}

function writing(door: Door, karat: Karat) {
  door.post(
    '/content/savePage',
    {
      config: edit,
      bodyLimit: 400_000,
      schema: { tags, summary: 'Keep a draft', body: shape.SavePage, response: { 200: shape.PageSaved } },
    },
    (request) => savePageDraft(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/dropPage',
    {
      config: edit,
      schema: { tags, summary: 'Drop the draft', body: shape.DropPage, response: { 200: shape.PageSaved } },
    },
    (request) => dropPageDraft(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/publishPage',
    {
      config: publish,
      schema: {
        tags,
        summary: 'The draft is what readers get',
        body: shape.PublishPage,
        response: { 200: shape.PagePublished },
      },
    },
    (request) => publishPage(karat, requireStaff(request), request.body),
  )
  door.post(
    '/content/restorePage',
    {
      config: publish,
      schema: {
        tags,
        summary: 'An earlier version again',
        body: shape.RestorePage,
        response: { 200: shape.PagePublished },
      },
    },
    (request) => restorePage(karat, requireStaff(request), request.body),
  )
}
