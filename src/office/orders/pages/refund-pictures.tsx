/** The pictures of a request for money back. They are asked for by a press: that somebody looked is on record. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeRefundView } from '../../../orders/refunds/office-refund-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { GuardedPicture } from '../../kit/pages/guarded-picture.tsx'

export function RefundPictures({ row }: { row: OfficeRefundView }) {
  const [shown, setShown] = useState(false)
  if (row.pictures.length === 0) return null
  if (!shown)
    return (
      <Button kind="ghost" size="s" className="justify-self-start" onClick={() => setShown(true)}>
        {m.office_orders_refund_pictures_show({ n: row.pictures.length })}
      </Button>
    )
  return (
    <div className="grid grid-cols-2 gap-3">
      {row.pictures.map((id, at) => (
        <GuardedPicture
          key={id}
          path="/refunds/picture"
          query={{ request_id: row.request_id, picture_id: id }}
          label={m.office_picture_n({ n: at + 1 })}
        />
      ))}
    </div>
  )
}
