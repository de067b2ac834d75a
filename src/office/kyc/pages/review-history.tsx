/** Every move of a member's reviews: who, when, why, and what the member was told. */

import type { Fault } from '../../../kyc/fault-rules.ts'
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { useTimes } from '../../kit/pages/use-office.ts'
import { faultWords, moveName, targetName } from './kyc-words.ts'

export function ReviewHistory({ moves }: Pick<OfficeReviewView, 'moves'>) {
  const { moment } = useTimes()
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_kyc_history()}</h2>
      {moves.length === 0 && <p className="small text-ink-2">{m.office_kyc_history_empty()}</p>}
      <ol>
        {moves.map((move) => (
          <li key={move.id} className="border-t border-line py-3 text-sm">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">
                {moveName(move.kind)}: {targetName(move.to)}
              </span>
              <span className="fine text-ink-2">
                {move.by ?? m.office_kyc_the_member()} · {moment(move.at)}
              </span>
            </p>
            {move.by && (
              <p className="break-words text-ink-2">
                {move.fault && `${faultWords[move.fault as Fault]?.() ?? move.fault}. `}
                {move.reason ?? m.office_kyc_words_destroyed()}
              </p>
            )}
            {move.answer && (
              <p className="break-words whitespace-pre-line">{m.office_kyc_told_member({ answer: move.answer })}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
