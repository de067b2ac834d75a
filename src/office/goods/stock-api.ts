/** Stock and numbered pieces, as staff see and move them. */

import { previewMove } from '../../catalogue/move-preview-queries.ts'
import * as shape from '../../catalogue/office-contract.ts'
import { movePiece, releasePiece, returnPiece, stealPiece, withdrawTheft } from '../../catalogue/office-pieces.ts'
import { receivePieces } from '../../catalogue/receive-pieces.ts'
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { countStock } from './count-stock.ts'
import { ApplyImport, ImportDone, ImportPlan, PreviewImport } from './import-contract.ts'
import { importFile, previewImport, todayOf } from './import-file.ts'
import { dayOf } from './import-rules.ts'
import { labelsOf } from './piece-labels.ts'
import type { Change } from './plan-import.ts'
import { pieceRows, piecesHead } from './stock-csv.ts'
import { describePiece, listPieces } from './stock-view.ts'

const tags = ['office: stock']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const moves = (permission: Permission) => ({ ...needs(permission), once: true }) as const

export function stockOfficeApi(door: Door, karat: Karat) {
  reads(door, karat)
  exports(door, karat)
  comings(door, karat)
  pieceMoves(door, karat)
  imports(door, karat)
}

function reads(door: Door, karat: Karat) {
  const config = needs('stock.see')
  door.get(
    '/stock/pieces',
    {
      config,
      schema: {
        tags,
        summary: 'Numbered pieces of all stores',
        querystring: shape.PiecesQuery,
        response: { 200: shape.PiecesPage },
      },
    },
    ({ query, language }) => listPieces(karat.db, query, query, language),
  )
  door.get(
    '/stock/piece',
    {
      config,
      schema: {
        tags,
        summary: 'One piece with its history',
        querystring: shape.PieceOf,
        response: { 200: shape.PieceDetail },
      },
    },
    ({ query, language }) => describePiece(karat.db, query.serial, language),
  )
}

function exports(door: Door, karat: Karat) {
  door.get(
    '/stock/export',
    {
      config: { ...needs('stock.export'), ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file',
        querystring: shape.PiecesExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const rows = await pieceRows(karat, request.query, request.language)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'stock.export', details }))
      return sendCsv(reply, 'pieces', piecesHead, rows, karat.now())
    },
  )
  door.get(
    '/stock/labels',
    {
      config: { ...needs('stock.see'), ...asFile },
      schema: {
        tags,
        summary: 'Labels of pieces with the code of their passport, as PDF on sheets of 24',
        produces: ['application/pdf'],
        querystring: shape.LabelsOf,
        response: { 200: shape.LabelsPdf },
      },
    },
    async ({ query, language }, reply) => {
      const content = await labelsOf(karat, query.serials.split(','), language)
      return sendFile(reply, { name: 'labels.pdf', type: 'application/pdf', content })
    },
  )
}

function comings(door: Door, karat: Karat) {
  door.post(
    '/stock/count',
    {
      config: moves('stock.count'),
      schema: {
        tags,
        summary: 'What was counted on the shelf of a sku without numbers',
        body: shape.CountStock,
        response: { 200: shape.StockCounted },
      },
    },
    (request) => {
      const { sku_id: skuId, ...rest } = request.body
      return countStock(karat, requireStaff(request), { skuId, ...rest }, staffOnce(request))
    },
  )
  door.post(
    '/stock/receive',
    {
      config: moves('stock.receive'),
      schema: {
        tags,
        summary: 'Numbered pieces have come into the house',
        body: shape.ReceivePieces,
        response: { 200: shape.PiecesReceived },
      },
    },
    (request) => {
      const { sku_id: skuId, serials: typed, assayed_on: assayedOn, supplier } = request.body
      const { unit_cost: unitCost, papers_complete: papersComplete } = request.body
      if (dayOf(assayedOn, todayOf(karat)) === null) throw invalidInput({ assayed_on: problem('staff_day') })
      const wish = { skuId, typed, assayedOn, supplier, unitCost, papersComplete }
      return receivePieces(karat, requireStaff(request), wish, staffOnce(request))
    },
  )
}

function pieceMoves(door: Door, karat: Karat) {
  door.get(
    '/stock/moveTarget',
    {
      config: needs('stock.move'),
      schema: {
        tags,
        summary: 'What a move of a piece to another sku would do',
        querystring: shape.MoveTarget,
        response: { 200: shape.MovePreview },
      },
    },
    ({ query, language }) => previewMove(karat.db, query, language),
  )
  door.post(
    '/stock/return',
    {
      config: moves('stock.return'),
      schema: { tags, summary: 'A sold piece is back', body: shape.PieceWithReason, response: { 200: Done } },
    },
    (request) => returnPiece(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/stock/reportStolen',
    {
      config: moves('stock.steal'),
      schema: { tags, summary: 'Warn of a stolen piece', body: shape.PieceWithReason, response: { 200: Done } },
    },
    (request) => stealPiece(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/stock/withdrawReport',
    {
      config: moves('stock.steal'),
      schema: { tags, summary: 'Warn of it no longer', body: shape.PieceWithReason, response: { 200: Done } },
    },
    (request) => withdrawTheft(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/stock/release',
    {
      config: moves('stock.release'),
      schema: {
        ...{ tags, summary: 'A piece that was bought back, and whose holding period is over, can be ordered again' },
        ...{ body: shape.PieceWithReason, response: { 200: Done } },
      },
    },
    (request) => releasePiece(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/stock/movePiece',
    {
      config: moves('stock.move'),
      schema: {
        tags,
        summary: 'A piece was entered under the wrong sku',
        body: shape.MovePiece,
        response: { 200: Done },
      },
    },
    (request) => movePiece(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

/** Enough for the longest text in the longest encoding. */
const bodyLimit = 4_000_000

function imports(door: Door, karat: Karat) {
  const config = { ...needs('stock.import'), once: false }
  door.post(
    '/stock/previewImport',
    {
      config,
      bodyLimit,
      schema: {
        tags,
        summary: 'What a CSV file would change, and what is wrong with it',
        body: PreviewImport,
        response: { 200: ImportPlan },
      },
    },
    async ({ body }) => {
      const { changes, since, takesTwo, ...plan } = await previewImport(karat, body.kind, body.text)
      const view = ({ line, sku, before, after, assayedOn }: Change) => ({
        ...{ line, before, after },
        code: sku.code,
        assayed_on: assayedOn,
      })
      return {
        ...{ ...plan, takes_two: takesTwo },
        changes: changes.map(view),
        since: since.map((change) => ({ ...view(change), seen: change.seen ?? '' })),
      }
    },
  )
  door.post(
    '/stock/applyImport',
    {
      config: moves('stock.import'),
      bodyLimit,
      schema: { tags, summary: 'Do what was shown of a file', body: ApplyImport, response: { 200: ImportDone } },
    },
    (request) => importFile(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
