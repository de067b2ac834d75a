/** The lists of the office. */
import { Link } from 'react-router'
import type { OfficeReviewCountsView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { useOffice } from '../../kit/pages/use-office.ts'
import { stateWords } from './kyc-words.ts'

export const queueStates = ['submitted', 'approved', 'rejected'] as const
export type QueueState = (typeof queueStates)[number]

export function KycTabs({ at }: { at: QueueState | 'reports' }) {
  const counts = useOffice<OfficeReviewCountsView>('/kyc/counts').data
  return (
    <nav aria-label={m.office_identity()} className="office-tabs">
      {queueStates.map((state) => (
        <Link key={state} to={`/admin/kyc?state=${state}`} aria-current={state === at ? 'page' : undefined}>
          {stateWords[state]()}
          {counts && state === 'submitted' && <span className="office-count">{counts.reviews}</span>}
        </Link>
      ))}
      <Link to="/admin/kyc/reports" aria-current={at === 'reports' ? 'page' : undefined}>
        {m.office_kyc_reports()}
        {counts && <span className="office-count">{counts.reports}</span>}
      </Link>
    </nav>
  )
}
