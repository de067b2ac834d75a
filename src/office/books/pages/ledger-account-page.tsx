/** /admin/books/ledger/account?account=…: one account, its entries the newest first; of a member's only for a reason. */
import { useSearchParams } from 'react-router'
import type { EntriesView, OneAccountView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ErrorState } from '../../../ui/states.tsx'
import { DayField } from '../../kit/pages/day-field.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { kindName } from './kind-words.ts'
import { Entries } from './ledger-entries.tsx'
import { MemberEntries } from './ledger-member-entries.tsx'
import { BackToLedger, Pages } from './ledger-parts.tsx'
import { Unread } from './month-bar.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }

export default function LedgerAccountPage() {
  const [search] = useSearchParams()
  const account = search.get('account') ?? ''
  const isNumber = /^[1-9]\d*$/.test(account)
  const { data, failed, reload } = useOffice<OneAccountView>(isNumber ? '/books/ledger/account' : null, { account })
  const one = data?.account === account ? data : null
  return (
    <>
      {one && <BackToLedger store={one.store} />}
      <h1 className="office-h1 mb-4">{one ? kindName(one.kind) : m.office_books_account()}</h1>
      {!isNumber && <ErrorState title={m.office_books_ledger_missing()} />}
      {isNumber && !one && <Unread failed={failed} reload={reload} />}
      {one && (
        <div className="grid gap-4">
          <About account={one} />
          {one.member_id === null ? <OfHouse account={one} /> : <MemberEntries key={account} account={one} />}
        </div>
      )}
    </>
  )
}

function About({ account: { account, store, asset, member_id: id, member, opened_at: at, floored } }: Props) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  return (
    <section className="office-panel max-w-xl">
      <Facts
        facts={[
          { label: m.office_books_account(), value: account },
          {
            label: m.office_books_ledger_member(),
            value: id ? (
              <SubjectLink kind="member" id={id}>
                {member || id}
              </SubjectLink>
            ) : (
              m.office_books_ledger_of_house()
            ),
          },
          {
            label: m.office_store(),
            value: nameOf(store),
          },
          { label: m.office_books_ledger_asset(), value: asset },
          { label: m.office_books_ledger_opened(), value: moment(at) },
          ...(floored ? [{ label: m.office_books_ledger_floor(), value: m.office_books_ledger_floor_yes() }] : []),
        ]}
      />
    </section>
  )
}

type Props = { account: OneAccountView }

function OfHouse({ account: { account, asset } }: Props) {
  const [search, setSearch] = useSearchParams()
  const of = (name: string) => search.get(name) ?? ''
  const query = { account, from: of('from'), to: of('to'), before: of('before') }
  const { data: read, failed, loading, reload } = useOffice<EntriesView>('/books/ledger/entries', query)
  const data = loading ? null : read
  const setDay = (name: 'from' | 'to', day: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('before')
        if (day) next.set(name, day)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <div className="office-filters">
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            label={name === 'from' ? m.office_books_ledger_from_day() : m.office_books_ledger_to_day()}
            value={of(name)}
            onChange={({ currentTarget }) => setDay(name, currentTarget.value)}
          />
        ))}
      </div>
      {!data && <Unread failed={failed} reload={reload} />}
      {data && (
        <div>
          <Entries entries={data} asset={asset} />
          <Pages name="before" next={data.next} isFirst={query.before === ''} />
        </div>
      )}
    </>
  )
}
