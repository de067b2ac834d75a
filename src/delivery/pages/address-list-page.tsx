/** /user/address/list: the address book, with add, change, default and remove. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { AddressForm } from '../../ui/address-form.tsx'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import type { AddressView } from '../contract.ts'
import type { Route } from './+types/address-list-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<{ addresses: AddressView[]; max: number }>('/address/getAddressList'))

export default function AddressListPage({ loaderData: { addresses, max } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [edited, setEdited] = useState<AddressView | 'new' | null>(null)
  const full = addresses.length >= max

  async function saved() {
    setEdited(null)
    toastDone(m.delivery_address_saved())
    await revalidate()
  }

  return (
    <>
      <PageTitle>{m.delivery_address_title()}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="h1">{m.delivery_address_title()}</h1>
        {addresses.length > 0 && (
          <Button kind="ghost" disabled={full} onClick={() => setEdited('new')}>
            {m.delivery_address_add()}
          </Button>
        )}
      </div>
      {full && <p className="small mt-3 text-ink-2">{m.delivery_address_full({ max })}</p>}
      <div className="mt-8">
        {addresses.length === 0 ? (
          <EmptyState
            text={m.delivery_address_none()}
            action={<Button onClick={() => setEdited('new')}>{m.delivery_address_add()}</Button>}
          />
        ) : (
          <ul className="border-t border-line">
            {addresses.map((address) => (
              <AddressRow key={address.id} address={address} onEdit={() => setEdited(address)} onChanged={revalidate} />
            ))}
          </ul>
        )}
      </div>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? m.delivery_address_add() : m.delivery_address_edit()}
        wide
      >
        {edited && (
          <AddressForm
            key={edited === 'new' ? 'new' : edited.id}
            address={edited === 'new' ? undefined : edited}
            first={addresses.length === 0}
            onSaved={() => void saved()}
            onCancel={() => setEdited(null)}
          />
        )}
      </Dialog>
    </>
  )
}

type RowProps = { address: AddressView; onEdit: () => void; onChanged: () => Promise<void> }

function AddressRow({ address, onEdit, onChanged }: RowProps) {
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true)
    try {
      await work()
      toastDone(done)
      await onChanged()
    } catch {
      // The refusal was said in a toast.
    } finally {
      setBusy(false)
    }
  }

  async function remove() {
    const text = m.delivery_address_remove_text({ name: `${address.recipient}, ${address.street}` })
    const yes = await ask({
      title: m.delivery_address_remove_title(),
      text,
      confirm: m.delivery_address_remove(),
      cancel: m.ui_cancel(),
      tone: 'warn',
    })
    if (yes) await run(() => dataOf(post('/address/delAddress', { id: address.id })), m.delivery_address_removed())
  }

  return (
    <li className="grid gap-3 border-b border-line py-5 md:grid-cols-[1fr_auto] md:items-start">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {address.recipient} · {address.label}
          {address.is_default && <Tag tone="nila">{m.delivery_address_default()}</Tag>}
        </p>
        <p className="mt-1 break-words text-ink-2">{placeOf(address)}</p>
        <p className="text-ink-2">{address.mobile}</p>
      </div>
      <div className="-ml-3 flex flex-wrap items-center md:ml-0">
        {!address.is_default && (
          <Button
            kind="quiet"
            size="s"
            busy={busy}
            onClick={() => void run(() => makeDefault(address), m.delivery_address_default_changed())}
          >
            {m.delivery_address_make_default_now()}
          </Button>
        )}
        <Button kind="quiet" size="s" aria-label={`${m.delivery_address_edit()}: ${address.label}`} onClick={onEdit}>
          {m.delivery_address_edit_short()}
        </Button>
        <Button
          kind="quiet"
          size="s"
          className="!text-down"
          busy={busy}
          aria-label={`${m.delivery_address_remove()}: ${address.label}`}
          onClick={() => void remove()}
        >
          {m.delivery_address_remove()}
        </Button>
      </div>
    </li>
  )
}

const placeOf = ({ street, area, postal_code }: AddressView) => [street, area, postal_code].filter(Boolean).join(', ')

const makeDefault = ({
  id,
  label,
  recipient,
  mobile,
  province_code,
  regency_code,
  district_code,
  city,
  street,
  postal_code,
}: AddressView) =>
  dataOf(
    post('/address/saveAddress', {
      ...{ id, label, recipient, mobile, province_code, street, postal_code, is_default: true },
      ...(regency_code && { regency_code }),
      ...(district_code && { district_code }),
      ...(city && { city }),
    }),
  )
