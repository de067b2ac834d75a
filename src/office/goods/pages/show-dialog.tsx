/** A product or one of its skus is shown or hidden. Whoever asked on an old page sees what has changed, and goes on here. */
import { useState } from 'react'
import type { OfficeProductView, OfficeSku } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { changesOf } from './product-changes.ts'
import { Theirs } from './theirs.tsx'

type Props = { product: OfficeProductView; sku: OfficeSku | null; reload: () => Promise<void>; close: () => void }

export function ShowDialog({ product, sku, reload, close }: Props) {
  const [seen] = useState(product)
  const [willShow] = useState(!(sku ?? product).shown)
  const { busy, refusal, ask } = useShowing({ product, sku, willShow, reload, close })
  const form = useForm({}, {})
  const isChanged = product.revision > seen.revision
  const isDone = (sku ?? product).shown === willShow
  const words = willShow ? showWords : hideWords
  return (
    <Dialog open onClose={close} title={words.title(sku)} text={words.text(product, sku)}>
      <Form form={form} onSubmit={ask}>
        {isChanged && (
          <Theirs
            who={product.updated_by}
            title={m.office_goods_meanwhile}
            none={m.office_goods_meanwhile_same()}
            lines={changesOf(seen, product)}
          />
        )}
        {isDone ? (
          <>
            <p className="font-medium" role="status">
              {m.office_goods_meanwhile_done({ who: product.updated_by })}
            </p>
            <Button kind="ghost" className="md:justify-self-end" onClick={close}>
              {m.office_close()}
            </Button>
          </>
        ) : (
          <DialogEnd
            confirm={words.title(sku)}
            tone={willShow ? 'plain' : 'danger'}
            busy={busy}
            refusal={refusal}
            close={close}
          />
        )}
      </Form>
    </Dialog>
  )
}

type Showing = Props & { willShow: boolean }

/** Asks of the product as it is on the page now. A refusal as old is said until the page has read the product anew. */
function useShowing({ product, sku, willShow, reload, close }: Showing) {
  const { id: product_id, revision } = product
  const [old, setOld] = useState(0)
  const { busy, refusal, submit } = useOfficeForm(unchecked, async ({ error }) => {
    setOld(error === 'edited_meanwhile' ? revision : 0)
    await reload()
    return false
  })
  const ask = () =>
    submit(async () => {
      if (sku) await officePost('/catalogue/showSku', { sku_id: sku.id, shown: willShow, revision }, { quiet: true })
      else await officePost(`/catalogue/${willShow ? 'publish' : 'hide'}`, { product_id, revision }, { quiet: true })
      toastDone(willShow ? m.office_goods_show_done() : m.office_goods_hide_done())
      await reload()
      close()
    })
  return { busy, ask, refusal: old > 0 && revision > old ? undefined : refusal }
}

const unchecked = { check: () => true, takeErrors: () => false }

type Words = {
  title: (sku: OfficeSku | null) => string
  text: (product: OfficeProductView, sku: OfficeSku | null) => string
}
const showWords: Words = {
  title: (sku) => (sku ? m.office_goods_sku_show() : m.office_goods_show()),
  text: ({ name }, sku) => (sku ? m.office_goods_sku_show_text(sku) : m.office_goods_show_text({ name })),
}
const hideWords: Words = {
  title: (sku) => (sku ? m.office_goods_sku_hide() : m.office_goods_hide()),
  text: ({ name }, sku) => (sku ? m.office_goods_sku_hide_text(sku) : m.office_goods_hide_text({ name })),
}
