/** Orders that staff put together for a member. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import * as shapes from '../../orders/drafts/draft-contract.ts'
import { listDrafts } from '../../orders/drafts/draft-queries.ts'
import { withdrawDraft } from '../../orders/drafts/end-draft.ts'
import { makeDraft } from '../../orders/drafts/make-draft.ts'
import { findDraftGoods, previewDraft } from '../../orders/drafts/preview-draft.ts'
import { sendDraftAgain } from '../../orders/drafts/send-draft-again.ts'
import { Refusal } from '../../refusals.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { knownStore } from '../kit/known-store.ts'

const tags = ['office: orders']
const access = { access: 'staff', permission: 'orders.draft' } as const

export function officeDraftsApi(door: Door, karat: Karat): void {
  reads(door, karat)
  door.post(
    '/orders/makeDraft',
    {
      config: { ...access, once: true },
      schema: {
        tags,
        summary: 'Put an order together: the price is held for its member, who gets a letter and pays it themselves',
        body: shapes.MakeDraft,
        response: { 200: shapes.DraftMade },
      },
    },
    (request) => {
      if (!knownStore(karat, request.body.store).open) throw new Refusal('shop_not_open')
      return makeDraft(karat, requireStaff(request), request.body, staffOnce(request))
    },
  )
  door.post(
    '/orders/withdrawDraft',
    {
      config: { ...access, once: true },
      schema: {
        tags,
        summary: 'Take back what was put together, before it is ordered',
        body: shapes.DraftOf,
        response: { 200: shapes.DraftEnded },
      },
    },
    (request) => withdrawDraft(karat, requireStaff(request), request.body.draft_id, staffOnce(request)),
  )
  door.post(
    '/orders/sendDraftAgain',
    {
      config: { ...access, once: true },
      schema: {
        tags,
        summary: 'Send the letter of what was put together once more',
        body: shapes.DraftOf,
        response: { 200: shapes.DraftEnded },
      },
    },
    (request) => sendDraftAgain(karat, requireStaff(request), request.body.draft_id, staffOnce(request)),
  )
}

function reads(door: Door, karat: Karat) {
  door.get(
    '/orders/drafts',
    {
      config: access,
      schema: {
        tags,
        summary: 'Orders that staff put together, the newest first',
        querystring: shapes.DraftsQuery,
        response: { 200: shapes.DraftsPage },
      },
    },
    ({ query, language }) => listDrafts(karat, query, language),
  )
  door.get(
    '/orders/draftGoods',
    {
      config: access,
      schema: {
        tags,
        summary: 'Goods of a store with the price of this moment, and its pickup points',
        querystring: shapes.DraftGoodsQuery,
        response: { 200: shapes.DraftGoods },
      },
    },
    ({ query, language }) => {
      knownStore(karat, query.store)
      return findDraftGoods(karat, query, language)
    },
  )
  door.post(
    '/orders/previewDraft',
    {
      config: { ...access, once: false },
      schema: {
        tags,
        summary: 'What an order would cost at the price of this moment; nothing is held',
        body: shapes.PreviewDraft,
        response: { 200: shapes.DraftPreview },
      },
    },
    ({ body, language }) => {
      knownStore(karat, body.store)
      return previewDraft(karat, body, language)
    },
  )
}
