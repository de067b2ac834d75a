/** How far a member is verified, on their page: level, reviews, and what two people may set. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { MemberStandingView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { kindWords } from './kyc-words.ts'
import { LevelDialog } from './level-dialog.tsx'
import { reviewAddress } from './review-address.ts'
import { ReviewStateTag } from './review-state.tsx'

type Member = { id: string; name: string; frozen_by: 'member' | 'staff' | null }
type Props = { member: Member; standing: MemberStandingView; reload: () => Promise<void> }

export function MemberStanding({ member, standing, reload }: Props) {
  const may = useMay()
  const { moment } = useTimes()
  const [setting, setSetting] = useState(false)
  const { override, relation_ended_at: ended, destroyed_at: destroyed } = standing
  return (
    <section className="office-panel grid gap-4">
      <h2 className="h3">{m.office_kyc_identity()}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone="nila">{standing.level}</Tag>
        {override && <span className="small text-ink-2">{m.office_kyc_override_set()}</span>}
      </div>
      <Facts
        facts={[
          ...standing.reviews.map(({ kind, state, since }) => ({
            label: kindWords[kind](),
            value: (
              <>
                <span className="flex flex-wrap items-center justify-end gap-2">
                  <ReviewStateTag state={state} />
                  {state !== 'none' && may('kyc.see') && (
                    <Link className="link" to={reviewAddress({ member_id: member.id, kind })}>
                      {m.office_details()}
                      <span className="sr-only">, {kindWords[kind]()}</span>
                    </Link>
                  )}
                </span>
                {since && <span className="fine block font-normal text-ink-2">{moment(since)}</span>}
              </>
            ),
          })),
          ...(ended ? [{ label: m.office_kyc_ended(), value: moment(ended) }] : []),
          ...(destroyed ? [{ label: m.office_kyc_destroyed(), value: moment(destroyed) }] : []),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {may('kyc.override') && (
          <Button kind="ghost" size="s" onClick={() => setSetting(true)}>
            {m.office_kyc_override()}
          </Button>
        )}
        {may('kyc.end_relation') && member.frozen_by === 'staff' && !ended && (
          <EndRelation member={member} reload={reload} />
        )}
      </div>
      <LevelDialog
        memberId={member.id}
        name={member.name}
        override={override}
        open={setting}
        onClose={() => setSetting(false)}
      />
    </section>
  )
}

function EndRelation({ member, reload }: Pick<Props, 'member' | 'reload'>) {
  const { ask, dialog } = useReasonDialog(reload)
  return (
    <>
      <Button
        kind="danger"
        size="s"
        onClick={() =>
          ask({
            title: m.office_kyc_end(),
            text: m.office_kyc_end_text({ name: member.name }),
            confirm: m.office_kyc_end(),
            tone: 'danger',
            run: (reason) => officePost('/kyc/endRelation', { member_id: member.id, reason }, { quiet: true }),
            done: m.office_kyc_end_done(),
          })
        }
      >
        {m.office_kyc_end()}
      </Button>
      {dialog}
    </>
  )
}
