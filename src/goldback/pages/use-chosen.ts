/** What a member sells: pieces bought here by number, by them or somebody else, or gold that they describe; each is kept while they look at another. */
import { useState } from 'react'
import { parseDecimal } from '../../money/money.ts'
import { post } from '../../ui/api-client.ts'
import { dropImage, usePictures } from '../../ui/use-pictures.ts'
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
  const [titled, setTitled] = useState('')
  const papers = usePictures({ purpose: 'gold_back', max: own.other.most_photographs })
  const named = titled.trim() !== '' && papers.ids.length > 0 && !papers.isSending
  const fines: Record<CaseKind, () => bigint[]> = {
    own: () =>
      own.pieces.filter(({ serial }) => chosen.includes(serial)).map(({ weight }) => parseDecimal(weight, 4) ?? 0n),
    // What somebody else's piece weighs is told with its price.
    titled: () => (named ? [0n] : []),
    other: () => described.map((piece) => piece.fine),
  }
  const parts = fines[of]()
  const anew =
    <Args extends unknown[], Done>(change: (...args: Args) => Done) =>
    (...args: Args) => {
      onChange()
      return change(...args)
    }

  return {
    ...{ of, chosen, described, titled, count: parts.length },
    papers: { ...papers, add: anew(papers.add), remove: anew(papers.remove), retry: anew(papers.retry) },
    fine: parts.reduce((sum, each) => sum + each, 0n),
    sell: anew(setOf),
    setTitled: anew(setTitled),
    choose: anew((serial: string, on: boolean) =>
      setChosen(on ? [...chosen, serial] : chosen.filter((one) => one !== serial)),
    ),
    describe: anew((input: OtherPieceInput) => {
      const fine = fineOf(parseDecimal(input.weight, 4) ?? 0n, input.fineness)
      const name = [formWords[input.form](), input.maker].filter(Boolean).join(' ')
      setDescribed([...described, { input, name, fine }])
    }),
    undescribe: anew((at: number) => {
      setDescribed(described.filter((_, place) => place !== at))
      for (const id of described[at]?.input.image_ids ?? []) dropImage(id)
    }),
    /** Its price, held while it is signed. */
    askPrice: () => {
      if (of === 'own') return post<GoldBackQuoteView>('/trade/goldBack_quote', { serials: chosen })
      if (of === 'titled')
        return post<GoldBackQuoteView>('/trade/goldBack_quoteTitled', { serial: titled, image_ids: papers.ids })
      return post<GoldBackQuoteView>('/trade/goldBack_quoteOther', { pieces: described.map(({ input }) => input) })
    },
  }
}
