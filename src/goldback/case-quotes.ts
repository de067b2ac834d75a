/** What a member's gold would bring now, held while the consignment is signed. */

import { serialMeant } from '../catalogue/serial-rules.ts'
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
import { type CaseKind, type GoldForm, showNumber, worthOf } from './case-rules.ts'
import type { GoldBackQuoteView, OtherPieceInput } from './contract.ts'
import { fixingOf } from './fixed-grams.ts'
import { describeOther } from './other-gold.ts'
import { readTitled, type TitledInput } from './titled-piece.ts'

/** A piece as it was when its price was asked for; whole units as text. What was not bought here has words and pictures instead of a number. */
export type QuotedPiece = Record<'gross' | 'fine', string> & {
  fineness: number
  name: Record<string, string>
  serial?: string
  orderId?: string
  skuId?: number
  form?: GoldForm
  maker?: string | null
  marked?: string | null
  about?: string | null
  images?: string[]
}
export type QuotedFigures = { kind: CaseKind; fine: string; amount: string; pieces: QuotedPiece[] }

const quotes = openQuotes<'sell_pieces'>({
  rows: sql`goldback.quotes`,
  subject: sql`holder_id`,
  seconds: { shown: settings.goldback.quoteSeconds, grace: settings.goldback.graceSeconds },
  takenBack: sql`false`,
})

/** As `claim` of openQuotes. */
export async function claimQuote(
  tx: Tx,
  { id, holderId, memberId }: { id: string; holderId: string; memberId: string },
): Promise<Quote<QuotedFigures>> {
  const quote = await quotes.claim<QuotedFigures>(tx, id, { kind: 'sell_pieces', subjectId: holderId, memberId })
  // A quote of before other gold was bought names no kind.
  return { ...quote, figures: { ...quote.figures, kind: quote.figures.kind ?? 'own' } }
}

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
): Promise<GoldBackQuoteView> =>
  sellAtPrice(karat, holder, (price) =>
    quoteAt(karat, holder, {
      ...{ kind: 'own', price },
      read: async (tx) => (await requireOwn(tx, holder, serials)).map(quotedOwn),
    }),
  )

/**
 * Estimates gold that was not bought here by what its member says of it, at the bid of this moment. That price is never fixed.
 *
 * Refuses not_found for a photograph that is not theirs; invalid_input for a weight that nothing bought here has; goldback_is_ours for a number of ours; price_unavailable.
 */
export const quoteOther = (
  karat: Bag<'goldback'>,
  holder: Holder,
  described: readonly OtherPieceInput[],
): Promise<GoldBackQuoteView> =>
  sellAtPrice(karat, holder, (price) =>
    quoteAt(karat, holder, { kind: 'other', price, read: (tx) => describeOther(tx, holder.memberId, described) }),
  )

/**
 * Estimates a numbered piece that somebody else bought, for a member who shows by papers that it is theirs. That price is never fixed.
 *
 * Refuses not_found for a paper that is not theirs; piece_ambiguous where two makers stamp this number; goldback_piece_mistyped; goldback_piece_unknown for a number that nobody has from this store; price_unavailable.
 */
export const quoteTitled = (karat: Bag<'goldback'>, holder: Holder, wish: TitledInput): Promise<GoldBackQuoteView> =>
  sellAtPrice(karat, holder, (price) =>
    quoteAt(karat, holder, { kind: 'titled', price, read: (tx) => readTitled(tx, holder, wish) }),
  )

type Asked = { kind: CaseKind; price: PriceNow; read: (tx: Tx) => Promise<QuotedPiece[]> }

const quoteAt = (karat: Bag<'goldback'>, holder: Holder, { kind, price, read }: Asked): Promise<GoldBackQuoteView> =>
  karat.db.transaction(async (tx) => {
    const holderId = await holdPlace(tx, holder)
    const pieces = await read(tx)
    const fine = pieces.reduce((sum, piece) => sum + BigInt(piece.fine), 0n)
    const amount = worthOf(fine, perGram(price.bid))
    const quote = await quotes.insert<QuotedFigures>(tx, karat, {
      price,
      bound: { kind: 'sell_pieces', subjectId: holderId, memberId: holder.memberId },
      figures: { kind, fine: String(fine), amount: String(amount), pieces },
      notAfter: null,
    })
    const { fixes, until } = await fixingOf(tx, holder, { kind, fine })
    const text = (units: bigint) => moneyText(minor(units), holder.currency)
    return {
      ...{ quote_id: quote.id, currency: holder.currency, price: text(price.bid) },
      ...{ weight: weightText(weight(fine)), amount: text(amount) },
      fixed_until: fixes ? until.toISOString() : null,
      pieces: pieces.map((piece) => ({
        serial: piece.serial ? showNumber(piece.serial) : null,
        weight: weightText(weight(BigInt(piece.fine))),
        amount: text(worthOf(BigInt(piece.fine), perGram(price.bid))),
      })),
      expires_at: quote.shownUntil.toISOString(),
      server_time: quote.now.toISOString(),
    }
  })

const quotedOwn = ({ serial, orderId, gross, fine, skuId, fineness, name }: OwnPiece): QuotedPiece => ({
  ...{ serial, orderId, gross: String(gross), fine: String(fine), skuId, fineness, name },
})

/** The pieces of these numbers, each the member's own and with them now. */
export async function requireOwn(db: Queryable, holder: Holder, serials: readonly string[]): Promise<OwnPiece[]> {
  const own = await readOwnPieces(db, holder, MOST_KNOWN)
  const known = own.map(({ serial }) => serial)
  const wanted = new Set(
    serials.map((typed) => {
      const serial = serialMeant(known, typed)
      if (serial === undefined) throw new Refusal('goldback_piece_unknown', { serial: typed })
      return serial
    }),
  )
  return [...wanted].flatMap((serial) => own.find((one) => one.serial === serial) ?? [])
}

/** More pieces than anybody has here. */
export const MOST_KNOWN = 10_000
