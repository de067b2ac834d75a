/** The papers of a case, each a file to keep. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icon.tsx'
import type { CasePaper } from '../case-rules.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { paperWords } from './case-words.ts'

export function CasePapers({ one: { case_id, state } }: { one: GoldBackCaseView }) {
  return (
    <section aria-labelledby="papers">
      <h2 className="h3 mb-2" id="papers">
        {m.goldback_papers()}
      </h2>
      <div className="flex flex-wrap gap-3">
        <PaperLink caseId={case_id} paper="consignment" />
        {state === 'paid' && <PaperLink caseId={case_id} paper="settlement" />}
      </div>
    </section>
  )
}

function PaperLink({ caseId, paper }: { caseId: string; paper: CasePaper }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download('/trade/goldBack_paper', { case_id: caseId, paper })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" size="s" busy={busy} onClick={() => void save()}>
      <Icon name="download-simple" />
      {paperWords[paper]()}
    </Button>
  )
}
