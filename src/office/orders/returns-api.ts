/** The returns desk: pieces whose money is asked back (decision 0164). */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { parseDecimal } from '../../money/money.ts'
import { judgeReturn, releaseReturn } from '../../orders/returns/judge-return.ts'
import { waivePieces } from '../../orders/returns/pieces-first.ts'
import { receiveReturn } from '../../orders/returns/receive-return.ts'
import * as shapes from '../../orders/returns/return-contract.ts'
import { listReturns } from '../../orders/returns/return-queries.ts'
import { sendReturn } from '../../orders/returns/send-return.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: returns']
const receives = { access: 'staff', permission: 'returns.receive', once: true } as const
const judges = { access: 'staff', permission: 'returns.judge', once: true } as const
const waives = { access: 'staff', permission: 'returns.waive', once: true } as const
const releases = { access: 'staff', permission: 'stock.release', once: true } as const

export function returnsApi(door: Door, karat: Karat): void {
  door.get(
    '/returns/list',
    {
      config: { access: 'staff', permission: 'returns.see' },
      schema: {
        tags,
        summary: 'Requests for money back whose pieces come back, with what is at the desk',
        querystring: shapes.ReturnsQuery,
        response: { 200: shapes.ReturnsPage },
      },
    },
    ({ query, language }) => listReturns(karat.db, query, query, language),
  )
  comings(door, karat)
  judging(door, karat)
}

function comings(door: Door, karat: Karat) {
  door.post(
    '/returns/receive',
    {
      config: receives,
      schema: {
        tags,
        summary: 'A piece of a request is in the house again',
        body: shapes.ReceiveReturn,
        response: { 200: shapes.ReturnReceived },
      },
    },
    (request) => {
      const { request_id: requestId, number, position } = request.body
      return receiveReturn(karat, requireStaff(request), { requestId, number, position }, staffOnce(request))
    },
  )
  door.post(
    '/returns/send',
    {
      config: receives,
      schema: {
        tags,
        summary: 'A piece that was refused is on its way to its buyer, or was handed over',
        body: shapes.SendReturn,
        response: { 200: Done },
      },
    },
    (request) => {
      const { return_id: returnId, how } = request.body
      return sendReturn(karat, requireStaff(request), { returnId, how }, staffOnce(request))
    },
  )
}

function judging(door: Door, karat: Karat) {
  door.post(
    '/returns/judge',
    {
      config: judges,
      schema: {
        tags,
        summary: 'What was found, and what becomes of the piece',
        body: shapes.JudgeReturn,
        response: { 200: shapes.ReturnJudged },
      },
    },
    (request) => {
      const { return_id: returnId, weight, ...judged } = request.body
      const weighed = weight === '' ? null : parseDecimal(weight, 4)
      return judgeReturn(karat, requireStaff(request), { returnId, weighed, ...judged }, staffOnce(request))
    },
  )
  door.post(
    '/returns/release',
    {
      config: releases,
      schema: {
        tags,
        summary: 'Goods without numbers that were put aside are for sale again',
        body: shapes.ReturnWithReason,
        response: { 200: Done },
      },
    },
    (request) => {
      const { return_id: returnId, reason } = request.body
      return releaseReturn(karat, requireStaff(request), { returnId, reason }, staffOnce(request))
    },
  )
  door.post(
    '/returns/waive',
    {
      config: waives,
      schema: {
        tags,
        summary: 'Money goes back before the pieces of a request, or without them',
        body: shapes.WaivePieces,
        response: { 200: Done },
      },
    },
    (request) => {
      const { request_id: requestId, kind, reason } = request.body
      return waivePieces(karat, requireStaff(request), { requestId, kind, reason }, staffOnce(request))
    },
  )
}
