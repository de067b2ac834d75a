/** For whom an order is put together: a member who is found, or a new customer who is invited. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { languages } from '../../../ui/language.ts'
import { Seg } from '../../../ui/seg.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useSettled } from './use-settled.ts'

export type Found = { id: string; name: string; email: string | null; mobile: string | null; state: 'open' | 'frozen' }
export type Customer = { kind: 'member' | 'new'; member: Found | null; email: string; language: string }

type Props = {
  store: string
  customer: Customer
  onChange: (customer: Customer) => void
  /** What is missing, once somebody tried to send it; `email` is of that field. */
  error: { member?: string; email?: string }
}

export function DraftCustomer({ store, customer, onChange, error }: Props) {
  const set = (more: Partial<Customer>) => onChange({ ...customer, ...more })
  return (
    <section className="office-panel grid gap-4" aria-label={m.office_orders_draft_customer()}>
      <h2 className="font-semibold">{m.office_orders_draft_who()}</h2>
      <Seg
        className="justify-self-start"
        label={m.office_orders_draft_who()}
        value={customer.kind}
        choices={[
          ['member', m.office_orders_draft_member()],
          ['new', m.office_orders_draft_newcomer()],
        ]}
        onChange={(kind) => set({ kind })}
      />
      {customer.kind === 'new' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            type="email"
            label={m.office_orders_draft_email()}
            help={m.office_orders_draft_email_help()}
            error={error.email}
            maxLength={254}
            autoComplete="off"
            value={customer.email}
            onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          />
          <Select
            label={m.office_orders_draft_language()}
            choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
            value={customer.language}
            onChange={({ currentTarget }) => set({ language: currentTarget.value })}
          />
        </div>
      ) : customer.member ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Named member={customer.member} />
          <Button kind="ghost" size="s" onClick={() => set({ member: null })}>
            {m.office_orders_draft_other_member()}
          </Button>
        </div>
      ) : (
        <Finder store={store} onFound={(member) => set({ member })} error={error.member} />
      )}
    </section>
  )
}

const Named = ({ member: { name, email, mobile } }: { member: Found }) => (
  <p className="min-w-0">
    <span className="block font-semibold break-words">{name}</span>
    <span className="small text-ink-2">{[email, mobile].filter(Boolean).join(' · ')}</span>
  </p>
)

type FinderProps = { store: string; onFound: (member: Found) => void; error: string | undefined }

function Finder({ store, onFound, error }: FinderProps) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data } = useOffice<{ rows: Found[] }>(q.length < 2 ? null : '/members/list', {
    ...{ q, store, state: 'open', size: 6, sort: 'name' },
  })
  const rows = q.length < 2 ? [] : (data?.rows ?? [])
  return (
    <div className="grid gap-3">
      <TextField
        type="search"
        label={m.office_orders_draft_search()}
        help={m.office_orders_draft_search_help()}
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {q.length >= 2 && data && rows.length === 0 && <p className="text-ink-2">{m.office_orders_draft_nobody()}</p>}
      {rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((member) => (
            <li
              key={member.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line pb-2"
            >
              <Named member={member} />
              <Button
                kind="ghost"
                size="s"
                aria-label={`${m.office_orders_draft_choose_member()}: ${member.name}`}
                onClick={() => onFound(member)}
              >
                {m.office_orders_draft_choose_member()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
