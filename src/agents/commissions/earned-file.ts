import { csvText } from '../../http/csv.ts'
import type { Bag } from '../../karat.ts'
import { settings } from '../../settings.ts'
import type { Holder } from '../../vault/holder.ts'
import { listEarned } from './commission-queries.ts'

const HEAD = [
  'number',
  'kind',
  'client',
  'paid_at',
  'currency',
  'amount',
  'commission',
  'reversed',
  'state',
  'due_at',
  'prepared',
]

/** What clients bought and what it earned, as a file for a spreadsheet; the newest first. */
export async function earnedFile(
  karat: Pick<Bag<'agents'>, 'db' | 'now'>,
  holder: Holder,
): Promise<{ name: string; content: string }> {
  const { rows } = await listEarned(karat.db, holder, undefined, settings.agents.mostExported)
  const lines = rows.map((row) => [
    ...[row.number, row.kind, row.client, row.paid_at, row.currency, row.amount, row.commission, row.reversed],
    ...[row.state, row.due_at ?? '', row.prepared ? 'yes' : 'no'],
  ])
  return { name: `commissions-${new Date(karat.now()).toISOString().slice(0, 10)}.csv`, content: csvText(HEAD, lines) }
}
