/** What a member sells: pieces bought here by number, or gold that they describe; both are kept while they look at the other. */
import { useState } from 'react'
import { parseDecimal } from '../../money/money.ts'
import { post } from '../../ui/api-client.ts'
import { type CaseKind, fineOf } from '../case-rules.ts'
import type { GoldBackQuoteView, OtherPieceInput, OwnForSaleView } from '../contract.ts'
import { formWords } from './case-words.ts'

/** Gold that was not bought here, as it is described. */
export type DescribedPiece = { input: OtherPieceInput; name: string; fine: bigint }

/** `onChange`: what was shown for it counts no more. */
export function useChosen(own: OwnForSaleView, onChange: () => void) {
  const [of, setOf] = useState<CaseKind>(own.pieces.length > 0 ? 'own' : 'other')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [described, setDescribed] = useState<readonly DescribedPiece[]>([])
  const isOther = of === 'other'
  const parts = isOther
    ? described.map((piece) => piece.fine)
    : own.pieces.filter(({ serial }) => chosen.includes(serial)).map(({ weight }) => parseDecimal(weight, 4) ?? 0n)
  const anew =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      onChange()
      change(...args)
    }

  return {
    ...{ of, isOther, chosen, described, count: parts.length },
    fine: parts.reduce((sum, each) => sum + each, 0n),
    sell: anew(setOf),
    choose: anew((serial: string, on: boolean) =>
      setChosen(on ? [...chosen, serial] : chosen.filter((one) => one !== serial)),
    ),
    describe: anew((input: OtherPieceInput) => {
      const fine = fineOf(parseDecimal(input.weight, 4) ?? 0n, input.fineness)
      const name = [formWords[input.form](), input.maker].filter(Boolean).join(' ')
      setDescribed([...described, { input, name, fine }])
    }),
    undescribe: anew((at: number) => setDescribed(described.filter((_, place) => place !== at))),
    /** Its price, held while it is signed. */
    askPrice: () =>
      isOther
        ? post<GoldBackQuoteView>('/trade/goldBack_quoteOther', { pieces: described.map(({ input }) => input) })
        : post<GoldBackQuoteView>('/trade/goldBack_quote', { serials: chosen }),
  }
}
