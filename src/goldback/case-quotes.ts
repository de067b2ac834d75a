/** What a member's pieces would bring now, held while the consignment is signed. */
import { showSerial } from '../catalogue/serial-rules.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { minor, moneyText, perGram, weight, weightText } from '../money/money.ts'
import { type OwnPiece, readOwnPieces } from '../orders/core/owned-pieces.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { openQuotes, type Quote } from '../pricing/quotes.ts'
import { sellAtPrice } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Holder, holdPlace } from '../vault/holder.ts'
import { worthOf } from './case-rules.ts'
import type { GoldBackQuoteView } from './contract.ts'
import { fixingOf } from './fixed-grams.ts'

/** Whole units as text; the pieces as they were when their price was asked for. */
export type QuotedFigures = {
  fine: string
  amount: string
  pieces: (Record<'serial' | 'orderId' | 'gross' | 'fine', string> & {
    skuId: number
    fineness: number
    name: Record<string, string>
  })[]
}

const quotes = openQuotes<'sell_pieces'>({
  rows: sql`goldback.quotes`,
  subject: sql`holder_id`,
  seconds: { shown: settings.goldback.quoteSeconds, grace: settings.goldback.graceSeconds },
  takenBack: sql`false`,
})

/** As `claim` of openQuotes. */
export const claimQuote = (
  tx: Tx,
  { id, holderId, memberId }: { id: string; holderId: string; memberId: string },
): Promise<Quote<QuotedFigures>> => quotes.claim(tx, id, { kind: 'sell_pieces', subjectId: holderId, memberId })

export const forgetQuotes = (db: Queryable): Promise<number> => quotes.forget(db)

/**
 * Estimates pieces of the member's own orders at the bid of this moment, and says whether that price would be fixed. Nothing is promised
 * before the consignment is signed.
 *
 * Refuses goldback_piece_unknown for a number that is none of theirs, or not with them; price_unavailable.
 */
export const quotePieces = (
  karat: Bag<'goldback'>,
  holder: Holder,
  serials: readonly string[],
): Promise<GoldBackQuoteView> => sellAtPrice(karat, holder, (price) => quoteAt(karat, holder, { serials, price }))

type Asked = { serials: readonly string[]; price: PriceNow }

const quoteAt = (karat: Bag<'goldback'>, holder: Holder, { serials, price }: Asked): Promise<GoldBackQuoteView> =>
  karat.db.transaction(async (tx) => {
    const holderId = await holdPlace(tx, holder)
    const pieces = await requireOwn(tx, holder, serials)
    const fine = pieces.reduce((sum, piece) => sum + piece.fine, 0n)
    const amount = worthOf(fine, perGram(price.bid))
    const quote = await quotes.insert(tx, karat, {
      price,
      bound: { kind: 'sell_pieces', subjectId: holderId, memberId: holder.memberId },
      figures: figuresOf(pieces, { fine, amount }),
      notAfter: null,
    })
    const { fixes, until } = await fixingOf(tx, holder, fine)
    const text = (units: bigint) => moneyText(minor(units), holder.currency)
    return {
      ...{ quote_id: quote.id, currency: holder.currency, price: text(price.bid) },
      ...{ weight: weightText(weight(fine)), amount: text(amount) },
      fixed_until: fixes ? until.toISOString() : null,
      pieces: pieces.map((piece) => ({
        ...{ serial: showSerial(piece.serial), weight: weightText(weight(piece.fine)) },
        amount: text(worthOf(piece.fine, perGram(price.bid))),
      })),
      expires_at: quote.shownUntil.toISOString(),
      server_time: quote.now.toISOString(),
    }
  })

const figuresOf = (pieces: OwnPiece[], { fine, amount }: { fine: bigint; amount: bigint }): QuotedFigures => ({
  ...{ fine: String(fine), amount: String(amount) },
  pieces: pieces.map(({ serial, orderId, gross, fine: own, skuId, fineness, name }) => ({
    ...{ serial, orderId, gross: String(gross), fine: String(own), skuId, fineness, name },
  })),
})

/** The pieces of these numbers, each the member's own and with them now. */
export async function requireOwn(db: Queryable, holder: Holder, serials: readonly string[]): Promise<OwnPiece[]> {
  const own = await readOwnPieces(db, holder, MOST_KNOWN)
  const wanted = [...new Set(serials.map((typed) => typed.toUpperCase().replace(/[\s-]+/g, '')))]
  return wanted.map((serial) => {
    const piece = own.find((one) => one.serial === serial)
    if (!piece) throw new Refusal('goldback_piece_unknown', { serial })
    return piece
  })
}

/** More pieces than anybody has here. */
export const MOST_KNOWN = 10_000
