/** The papers of a case, each a file to keep. */
import * as m from '../../locale/paraglide/messages.js'
import { DownloadButton } from '../../ui/download-button.tsx'
import type { CasePaper } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { paperWords } from './case-words.ts'
import { hasConsent } from './melting-words.ts'

export function CasePapers({ one: { case_id, state, meltings } }: { one: GoldBackCaseView }) {
  return (
    <section aria-labelledby="papers">
      <h2 className="h3 mb-2" id="papers">
        {m.goldback_papers()}
      </h2>
      <div className="flex flex-wrap gap-3">
        <PaperLink caseId={case_id} paper="consignment" />
        {hasConsent(meltings) && <PaperLink caseId={case_id} paper="melting" />}
        {state === 'paid' && <PaperLink caseId={case_id} paper="settlement" />}
      </div>
    </section>
  )
}

const PaperLink = ({ caseId, paper }: { caseId: string; paper: CasePaper }) => (
  <DownloadButton path="/trade/goldBack_paper" query={{ case_id: caseId, paper }} name={paperWords[paper]()} size="s" />
)
