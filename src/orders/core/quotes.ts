/** What cancelling an order gives, and what carrying one out costs: quotes of a minute. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { type Bound, type Figures, openQuotes, type Quote } from '../../pricing/quotes.ts'
import { settings } from '../../settings.ts'
import { commitAgain } from '../exposure/commitments.ts'

type QuoteKind = 'cancel' | 'honour'

const quotes = openQuotes<QuoteKind>({
  rows: sql`orders.quotes`,
  subject: sql`order_id`,
  seconds: { shown: settings.cancel.quoteSeconds, grace: settings.cancel.graceSeconds },
  takenBack: sql`exists (select from orders.window_sales w where w.kind = 'quote' and w.sale_id = id)`,
})

/** As `insert` of openQuotes, in a transaction that holds the order's row; an order that is to be carried out counts as open exposure again. */
export const insertQuote = <F extends Figures>(
  karat: Pick<Karat, 'db' | 'now' | 'settings' | 'market'>,
  quote: { price: PriceNow; bound: Bound<QuoteKind>; figures: F; notAfter: Date | null },
): Promise<Quote<F>> =>
  karat.db.transaction(async (tx) => {
    const { kind, subjectId: orderId } = quote.bound
    const [, , made] = await Promise.all([
      tx.run(sql`select from orders.orders where id = ${orderId} for no key update`),
      kind === 'honour' ? commitAgain(tx, orderId) : undefined,
      quotes.insert(tx, karat, quote),
    ])
    return made
  })

/** As `claim` of openQuotes; one that a price window has taken back is over. */
export const claimQuote = <F extends Figures>(tx: Tx, id: string, bound: Bound<QuoteKind>): Promise<Quote<F>> =>
  quotes.claim(tx, id, bound)

export const forgetQuotes = (db: Queryable, atOnce?: number): Promise<number> => quotes.forget(db, atOnce)
