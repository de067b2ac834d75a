/** Lists as files for a spreadsheet. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Cell, csvText } from '../../http/csv.ts'

/** What a call declares that answers with a file. */
export const CsvAnswer = z.string()
/** Beside `access` and `permission`, in the config of such a call. */
export const asFile = { raw: true } as const

/** Sends a list as `<name>-<day>.csv`. */
export function sendCsv(reply: FastifyReply, name: string, head: string[], rows: Cell[][], nowMs: number) {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  reply.type('text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return csvText(head, rows)
}
