/** Writes a consent to melting out in the member's language: which pieces, with which weights, and what it means. */
import { textIn } from '../../catalogue/product-views.ts'
import * as m from '../../locale/paraglide/messages.js'
import type { Paper } from '../../papers/paper-rules.ts'
import { fineOf, showNumber } from '../case-rules.ts'
import type { Consent } from '../melting/consent-queries.ts'
import { type PaperOfCase, sheetOf, voiceOf } from './describe-case-paper.ts'

export function describeConsent(of: PaperOfCase, { reason, signedAt, pieces }: Consent, number: string): Paper {
  const { locale, by, grams, fineness, moment } = voiceOf(of)
  return {
    ...sheetOf(of, number),
    title: m.goldback_melting_paper_title({}, locale),
    facts: [
      [m.goldback_paper_case({}, locale), of.number],
      [m.goldback_consignment_signed_at({}, locale), moment(signedAt)],
      [m.goldback_melting_because({}, locale), reason],
    ],
    columns: [
      m.goldback_paper_piece({}, locale),
      m.goldback_melting_gross({}, locale),
      m.goldback_fineness({}, locale),
      m.goldback_paper_fine({}, locale),
    ],
    lines: pieces.map((piece) => {
      const consigned = of.pieces.find(({ serial }) => serial === piece.serial)
      return {
        name: textIn(consigned?.name ?? {}, of.language),
        details: [
          m.goldback_paper_house_number({ serial: showNumber(piece.serial) }, locale),
          ...(consigned?.about ? [consigned.about] : []),
        ],
        ...{ quantity: grams(piece.gross), each: fineness(piece.fineness) },
        amount: grams(fineOf(piece.gross, piece.fineness)),
      }
    }),
    ...{ amounts: [], total: null },
    signed: {
      title: m.goldback_consignment_signature({}, locale),
      lines: [m.goldback_consignment_with_pin({ at: moment(signedAt) }, locale)],
    },
    notes: [
      m.goldback_melting_paper_back({}, locale),
      m.goldback_melting_paper_weighed(by, locale),
      m.goldback_melting_paper_paid(by, locale),
      m.goldback_melting_paper_until({}, locale),
    ],
  }
}
