/** A statement as a file. */
import { createHash } from 'node:crypto'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { Refusal } from '../../refusals.ts'
import type { Holder } from '../holder.ts'
import { periodOf } from './read-record.ts'
import { readStatement } from './read-statement.ts'
import type { Language, StatementDocument } from './statement-document.ts'
import { csvFile, fileName, jsonFile, statementPaper } from './statement-files.ts'

type Asked = {
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
  format: 'csv' | 'pdf' | 'json'
}

/**
 * A closed month's file is made from what was kept when it closed, in the language of that day; any other is of this moment, in the
 * reader's. Refuses statement_too_long.
 */
export async function makeStatement(
  karat: Bag<'vault'>,
  holder: Holder,
  language: string,
  { format, ...asked }: Asked,
) {
  const signed = await readStatement(karat, holder, {
    ...{ ...periodOf(asked), month: asked.month ?? null, language: language as Language },
  })
  const document = JSON.parse(signed.document) as StatementDocument
  const name = `${fileName(document)}.${format}`
  if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', content: csvFile(document) }
  if (format === 'json') return { name, type: 'application/json; charset=utf-8', content: jsonFile(signed) }
  if (document.movements.length > karat.settings.record.mostInPdf) throw new Refusal('statement_too_long')
  const { name: holderName } = await getUserInfo(karat.db, holder.memberId)
  const digest = createHash('sha256').update(signed.document).digest('hex')
  return {
    ...{ name, type: 'application/pdf' },
    content: await drawPaper(statementPaper(document, { holder: holderName, digest })),
  }
}
