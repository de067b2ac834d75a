import { useState } from 'react'
import type { AddressView } from '../../delivery/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { AddressForm } from '../../ui/address-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioCards } from '../../ui/fields.tsx'

type Props = {
  open: boolean
  addresses: AddressView[]
  chosen: string | undefined
  onClose: () => void
  onChoose: (id: string) => void
  onAdded: (id: string) => void
}

/** The address book to choose from, or a new address. */
export function AddressDialog({ open, addresses, chosen, onClose, onChoose, onAdded }: Props) {
  const [adding, setAdding] = useState(false)
  const [picked, setPicked] = useState<string>()
  const close = () => {
    setAdding(false)
    setPicked(undefined)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={adding ? m.delivery_address_add() : m.orders_checkout_choose_address()}
      wide
    >
      {adding ? (
        <AddressForm
          first={addresses.length === 0}
          onCancel={() => setAdding(false)}
          onSaved={({ id }) => {
            setAdding(false)
            onAdded(id)
          }}
        />
      ) : (
        <>
          <RadioCards
            legend={<span className="sr-only">{m.orders_checkout_choose_address()}</span>}
            name="address"
            value={picked ?? chosen ?? ''}
            onChange={setPicked}
            cards={addresses.map((address) => ({
              value: address.id,
              title: `${address.recipient} · ${address.label}`,
              text: [address.street, address.area, address.postal_code].filter(Boolean).join(', '),
            }))}
          />
          <div className="mt-5 grid gap-3 md:flex">
            <Button
              onClick={() => {
                if (picked && picked !== chosen) onChoose(picked)
                close()
              }}
            >
              {m.orders_checkout_send_here()}
            </Button>
            <Button kind="ghost" onClick={() => setAdding(true)}>
              {m.delivery_address_add()}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
