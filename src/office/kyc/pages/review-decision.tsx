/** What may be done with a review; afterwards the next one that waits is opened. */
import { useState } from 'react'
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { kindWords } from './kyc-words.ts'
import { RejectDialog } from './reject-dialog.tsx'

type Props = {
  review: OfficeReviewView
  /** Reads the review anew, because it has moved on. */
  reload: () => Promise<void>
  onDecided: () => void
}

export function ReviewDecision({ review, reload, onDecided }: Props) {
  const may = useMay()
  /** What was on the page when the dialog was opened: that is decided on, whatever has moved on since. */
  const [rejecting, setRejecting] = useState<OfficeReviewView | null>(null)
  const { ask, dialog } = useReasonDialog(onDecided)
  const { member_id, kind, state } = review
  const names = { kind: kindWords[kind](), name: review.told?.name ?? review.account_name }
  const rejectWords = (rejecting ?? review).state === 'approved' ? m.office_kyc_take_back() : m.office_kyc_reject()

  async function decide(path: string, seen: string, more: object) {
    try {
      await officePost(path, { member_id, kind, seen, ...more }, { quiet: true })
    } catch (failure) {
      if (failure instanceof ApiError && ['review_moved', 'review_state'].includes(failure.error ?? '')) await reload()
      throw failure
    }
  }

  const decidable = may('kyc.decide') && (state === 'submitted' || state === 'approved')
  const approving = {
    title: m.office_kyc_approve_title(names),
    text: m.office_kyc_approve_text(),
    confirm: m.office_kyc_approve(),
    run: (reason: string) => decide('/kyc/approve', review.seen, { reason }),
    done: m.office_kyc_approve_done(),
  }
  // The dialogs stay while what they are about moves on: what was refused is read in them.
  return (
    <div className="flex flex-wrap gap-3">
      {!decidable && <p className="text-ink-2">{m.office_kyc_nothing_to_decide()}</p>}
      {decidable && state === 'submitted' && <Button onClick={() => ask(approving)}>{m.office_kyc_approve()}</Button>}
      {decidable && (
        <Button kind="danger" onClick={() => setRejecting(review)}>
          {rejectWords}
        </Button>
      )}
      <RejectDialog
        review={rejecting ?? review}
        open={rejecting !== null}
        confirm={rejectWords}
        onClose={() => setRejecting(null)}
        run={async (rejection) => {
          await decide('/kyc/reject', (rejecting ?? review).seen, rejection)
          setRejecting(null)
          toastDone(m.office_kyc_reject_done())
          onDecided()
        }}
      />
      {dialog}
    </div>
  )
}
