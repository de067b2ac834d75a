/** What somebody who owns the database could do to it, tried out in a transaction that is rolled back. */
import { Db, raw, sql, type Tx } from '../../src/db/database.ts'

const guarded = [
  ...['transfers', 'entries', 'accounts', 'balances', 'parts', 'holds', 'chain_heads', 'published_heads'].map(
    (name) => `ledger.${name}`,
  ),
  ...[
    'orders.moves',
    'orders.lines',
    'orders.former_lines',
    'orders.invoices',
    'orders.later_papers',
    'papers.papers',
    'payments.refunds',
    'payments.disputes',
    'payments.dispute_rounds',
    'payments.refund_parts',
    'payments.set_off_parts',
    'payments.tenders',
    'orders.quotes',
    'orders.sales',
    'catalogue.revaluations',
    'vault.deposits',
    'vault.purchases',
    'vault.payables',
    'vault.legal_transfers',
    'vault.remittances',
    'vault.price_choices',
    'vault.limit_orders',
    'business.companies',
    'business.requests',
    'business.agreements',
    'agents.agents',
    'agents.commissions',
    'agents.reversals',
    'agents.slips',
    'vault.trades',
    'vault.plans',
    'vault.plan_runs',
    'goldback.cases',
    'goldback.pieces',
    'goldback.lots',
    'goldback.house_meltings',
    'goldback.house_melting_parts',
    'vault.payouts',
    'vault.payout_tries',
    'vault.past_trades',
    'vault.transfers',
    'vault.redemptions',
    'vault.redemption_returns',
    'vault.cost_heads',
    'vault.cost_steps',
    'backing.bars',
    'backing.places',
    'backing.counts',
    'backing.count_expected',
    'backing.count_sheets',
    'backing.count_findings',
    'backing.transports',
    'backing.transport_bars',
    'backing.bar_moves',
  ],
  ...['catalogue.stock_moves', 'catalogue.piece_moves', 'catalogue.pieces'],
]
const silence = guarded.map((table) => `alter table ${table} disable trigger all`)

/** What `look` sees after `before` and then, with every trigger silenced, `statements` ran; then all of it is undone. */
export const afterTampering = <T>(
  connectionString: string,
  statements: string[],
  look: (tx: Tx) => Promise<T>,
  before: string[] = [],
): Promise<T> => afterStatements(connectionString, [...before, ...silence, ...statements], look)

/** What `look` sees after the superuser's `statements`, each of which must change something; then all of it is undone. */
export async function afterStatements<T>(
  connectionString: string,
  statements: string[],
  look: (tx: Tx) => Promise<T>,
): Promise<T> {
  const owner = new Db(connectionString, { max: 1 })
  const seen: T[] = []
  const undo = new Error('undo')
  try {
    await owner.transaction(async (tx) => {
      for (const statement of statements) {
        const changed = await tx.run(sql`${raw(statement)}`)
        if (changed === 0 && /^\s*(update|delete|insert)/.test(statement))
          throw new Error(`changed nothing: ${statement}`)
      }
      seen.push(await look(tx))
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  } finally {
    await owner.close()
  }
  return seen[0] as T
}
