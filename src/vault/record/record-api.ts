/** The calls about what moved a member's gold and money, and about the papers of it. */
import type { Door } from '../../http/door.ts'
import { sendFile } from '../../http/send-file.ts'
import type { Bag } from '../../karat.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { storeOf } from '../../stores/stores.ts'
import { holderOf } from '../holder-of.ts'
import { readReceipt } from '../receipts/receipt-papers.ts'
import { makeStatement } from './make-statement.ts'
import { readRecord, readSums } from './read-record.ts'
import { readStanding } from './read-standing.ts'
import * as shapes from './record-contract.ts'
import { listKeys } from './statement-keys.ts'

const tags = ['trade']
const reads = { access: 'member' } as const

export function recordApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/record',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What moved the member’s gold and money, the newest first, with the balances afterwards' },
        ...{ querystring: shapes.RecordQuery, response: { 200: shapes.RecordPage } },
      },
    },
    (request) => readRecord(karat.db, holderOf(request), storeOf(karat, request.store.code), request.query),
  )
  door.get(
    '/trade/record_sums',
    {
      config: reads,
      schema: {
        ...{ tags, summary: 'What a period opened with, what came in and went out, and what it closed with' },
        ...{ querystring: shapes.SumsQuery, response: { 200: shapes.RecordSums } },
      },
    },
    (request) => readSums(karat.db, holderOf(request), storeOf(karat, request.store.code), request.query),
  )
  door.get(
    '/trade/record_standing',
    {
      config: reads,
      schema: {
        ...{
          tags,
          summary: 'What is the member’s own, what they are owed, what is not finished, and which months closed',
        },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.Standing } },
      },
    },
    (request) => readStanding(karat, holderOf(request)),
  )
  filesApi(door, karat)
}

function filesApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/statement',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{
          tags,
          summary:
            'The statement of a period as CSV, PDF or signed JSON, outside the envelope; of a closed month always the same',
        },
        ...{ querystring: shapes.StatementQuery, response: { 200: shapes.FileAnswer } },
        produces: ['text/csv', 'application/pdf', 'application/json'],
      },
    },
    async (request, reply) =>
      sendFile(reply, await makeStatement(karat, holderOf(request), request.language, request.query)),
  )
  door.get(
    '/trade/statement_keys',
    {
      config: { access: 'public' },
      schema: {
        ...{ tags, summary: 'The public keys that statements are signed with, former ones included' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.StatementKeys } },
      },
    },
    async () => ({
      keys: (await listKeys(karat)).map(({ id, public_key, since }) => ({
        ...{ key_id: id, algorithm: 'Ed25519' as const, public_key, since: since.toISOString() },
      })),
    }),
  )
  door.get(
    '/trade/receipt',
    {
      config: { access: 'member', rate: 'money', raw: true },
      schema: {
        ...{ tags, summary: 'The receipt of a trade, deposit, withdrawal or transfer as PDF, outside the envelope' },
        ...{ querystring: shapes.ReceiptQuery, response: { 200: shapes.FileAnswer } },
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const { name, paper } = await readReceipt(karat, holderOf(request), request.query.of)
      return sendFile(reply, { name, type: 'application/pdf', content: await drawPaper(paper) })
    },
  )
}
