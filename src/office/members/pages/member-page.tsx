/** /admin/member?id=…: one member: level, state, orders, sessions, notes. */

import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { stateName } from '../../../orders/pages/order-words.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { MemberStanding } from '../../kyc/pages/member-standing.tsx'
import type { ContactDataView, MemberDetailView } from '../members-contract.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberNotes } from './member-notes.tsx'
import { MemberVault } from './member-vault.tsx'
import { MemberState } from './members-page.tsx'

export const handle: OfficeHandle = { permission: 'members.see' }

export default function MemberPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const reading = useOffice<MemberDetailView>(id ? '/members/get' : null, { member_id: id ?? '' })
  const { data, failed, reload } = reading
  return (
    <>
      <Link to="/admin/members" className="small link mb-2">
        <Icon name="arrow-left" size="s" />
        {m.office_members()}
      </Link>
      <h1 className="office-h1 mb-4">{data?.member.name ?? m.office_member()}</h1>
      {id === null && <EmptyState text={m.office_members_choose()} />}
      {failed && (
        <ErrorState
          title={m.office_members_missing()}
          action={<Button onClick={reload}>{m.office_try_again()}</Button>}
        />
      )}
      {id !== null && !data && !failed && (
        <div aria-busy="true">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && !failed && <Member data={data} reload={reload} />}
    </>
  )
}

type Props = { data: MemberDetailView; reload: () => Promise<void> }

function Member({ data, reload }: Props) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  const { member, standing, sessions } = data
  const [contact, setContact] = useState<ContactDataView | null>(null)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <section className="office-panel grid gap-4">
        <div>
          <MemberState state={member.state} />
        </div>
        <Facts
          facts={[
            { label: m.office_members_id(), value: member.id },
            { label: m.office_staff_email(), value: contact?.email ?? member.email ?? '–' },
            { label: m.office_members_mobile(), value: contact?.mobile ?? member.mobile ?? '–' },
            { label: m.office_members_level(), value: standing.level },
            { label: m.office_store(), value: nameOf(member.store) },
            {
              label: m.office_members_pin(),
              value: member.pin_locked ? m.office_members_pin_locked() : m.office_members_pin_fine(),
            },
            ...(member.frozen_by
              ? [
                  {
                    label: m.office_members_frozen_by(),
                    value: member.frozen_by === 'staff' ? m.office_staff() : m.office_member(),
                  },
                ]
              : []),
            { label: m.office_members_since(), value: moment(member.member_since) },
          ]}
        />
        <MemberActions member={member} onRevealed={setContact} onChanged={reload} />
        <Link to={`/admin/plans?q=${encodeURIComponent(member.name)}`} className="link small">
          {m.office_members_plans()}
        </Link>
      </section>
      <MemberStanding member={member} standing={standing} reload={reload} />
      <MemberVault member={member} />
      <MemberNotes memberId={member.id} notes={data.notes} onWritten={reload} />
      <Orders orders={data.orders} />
      <section className="office-panel">
        <h2 className="h3 mb-2">{m.office_people_sessions()}</h2>
        {sessions.length === 0 && <p className="small text-ink-2">{m.office_members_no_sessions()}</p>}
        <ul>
          {sessions.map((session) => (
            <li key={session.id} className="border-t border-line py-3">
              <span className="small block break-words">{session.device}</span>
              <span className="fine block text-ink-2">
                {session.address} · {moment(session.last_used_at)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Orders({ orders }: Pick<MemberDetailView, 'orders'>) {
  const { moment } = useTimes()
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_members_orders()}</h2>
      {orders.length === 0 && <p className="small text-ink-2">{m.office_members_no_orders()}</p>}
      <ul>
        {orders.map((order) => (
          <li key={order.id} className="small flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
            <span>
              <span className="block font-semibold">
                <SubjectLink kind="order" id={order.id}>
                  {order.number}
                </SubjectLink>
              </span>
              <span className="text-ink-2">{stateName[order.state]()}</span>
            </span>
            <span className="text-right">
              <span className="block">{formatMoney(order.total, order.currency, language())}</span>
              <span className="fine text-ink-2">{moment(order.created_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
