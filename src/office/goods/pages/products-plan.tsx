/** What a product export would bring, and the step that brings the lines that were chosen. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { linesText } from '../line-rules.ts'
import type { Said } from '../products/plan-products.ts'
import type { PlanRowView, ProductPlanView, ProductsImportedView, WordView } from '../products/products-contract.ts'
import { PlanProducts } from './plan-products.tsx'
import { productFault } from './product-fault-words.ts'
import { sourceNames } from './source-names.ts'
import { SourceWords } from './source-words.tsx'

export type ProductWish = {
  store: string
  language: string
  text: string
  premium_bps: number
  words: WordView[]
  said: string
}
type Lines = ReadonlySet<number>
export type Imported = { plan: ProductPlanView; take: Lines; texts: Lines; answer: ProductsImportedView }
type Props = {
  wish: ProductWish
  plan: ProductPlanView
  /** The page says something else by now than was shown. */
  isOld: boolean
  again: ReactNode
  words: WordView[]
  setWords: (words: WordView[]) => void
  said: ReadonlyMap<number, Said>
  setSaid: (said: ReadonlyMap<number, Said>) => void
  imported: (answer: Imported) => Promise<void>
}

/** A premium that was said of a sku that is here is what it would become; without one its line brings nothing. */
const canCome = ({ problem, does, line }: PlanRowView, said: Props['said']): boolean =>
  problem === null && (does !== 'known' || said.get(line)?.premium_bps !== undefined)

export function ProductsPlan(props: Props) {
  const { plan, wish, isOld, again, said, setSaid } = props
  const [chosen, setChosen] = useState<Lines>(new Set())
  const [renewed, setRenewed] = useState<Lines>(new Set())
  const able = plan.rows.filter((row) => canCome(row, said)).map(({ line }) => line)
  const take = new Set(able.filter((line) => chosen.has(line)))
  const texts = new Set(plan.rows.map(({ product_line: line }) => line).filter((line) => renewed.has(line)))
  return (
    <section className="grid gap-5" aria-label={m.office_goods_products_preview()}>
      <Verdict plan={plan} />
      {plan.faults.length > 0 && (
        <LinesTable
          name={m.office_goods_faults()}
          rows={plan.faults}
          rowKey={({ line, problem }) => `${line} ${problem}`}
          columns={faultColumns()}
        />
      )}
      <SourceWords plan={plan} words={props.words} setWords={props.setWords} />
      <PlanProducts
        {...{ plan, said, setSaid, able, take, texts }}
        store={wish.store}
        setTake={setChosen}
        setTexts={setRenewed}
      />
      {isOld ? (
        <div className="office-panel grid max-w-3xl gap-3" role="status">
          <p>{m.office_goods_products_old()}</p>
          {again}
        </div>
      ) : (
        take.size + texts.size > 0 && <Apply {...props} take={take} texts={texts} />
      )}
    </section>
  )
}

function Verdict({ plan: { source, rows, faults } }: Pick<Props, 'plan'>) {
  const count = (wanted: (row: PlanRowView) => boolean) => rows.filter(wanted).length
  const fresh = count(({ problem, does }) => !problem && does !== 'known')
  const known = count(({ problem, does }) => !problem && does === 'known')
  const refused = count(({ problem }) => problem !== null) + faults.length
  const byProduct = new Map(rows.map(({ product_line: line, images }) => [line, images]))
  const pictures = [...byProduct.values()].reduce((sum, images) => sum + images, 0)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{m.office_goods_products_from({ source: sourceNames[source] })}</strong>
        <Tag tone="up">{m.office_goods_products_fresh({ n: fresh })}</Tag>
        {known > 0 && <Tag>{m.office_goods_products_known({ n: known })}</Tag>}
        {refused > 0 && <Tag tone="down">{m.office_goods_products_refused({ n: refused })}</Tag>}
      </p>
      {pictures > 0 && (
        <p className="small max-w-3xl text-ink-2">{m.office_goods_products_pictures({ n: pictures })}</p>
      )}
    </div>
  )
}

const faultColumns = (): LineColumn<ProductPlanView['faults'][number]>[] => [
  { head: m.office_goods_import_line(), cell: ({ line }) => m.office_goods_fault_line({ line }), phone: 'title' },
  { head: m.office_goods_import_column(), cell: ({ value }) => value || '–', phone: 'side', wrap: true },
  {
    head: m.office_goods_import_what(),
    cell: ({ problem }) => productFault(problem, null),
    phone: 'below',
    wrap: true,
  },
]

function Apply({ wish, plan, take, texts, imported, again }: Props & { take: Lines; texts: Lines }) {
  const form = useForm({ reason: '' }, { reason: reasonError })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [changed, setChanged] = useState(false)
  const { busy, refusal, submit } = useOfficeForm(form, ({ error }) => {
    setChanged(error === 'edited_meanwhile')
    if (error) setKey(crypto.randomUUID())
    return false
  })
  const bring = () =>
    submit(async () => {
      const lines = { take: linesText(take), texts: linesText(texts), reason: form.values.reason.trim() }
      const answer = await officePost<ProductsImportedView>(
        '/catalogue/importProducts',
        { ...wish, ...lines, digest: plan.digest },
        { quiet: true, key },
      )
      toastDone(m.office_goods_products_done(answer))
      await imported({ plan, take, texts, answer })
    })
  return (
    <div className="office-panel grid max-w-3xl gap-4">
      <p>{m.office_goods_products_apply_text({ n: take.size })}</p>
      <Form form={form} onSubmit={bring}>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd
          confirm={m.office_goods_products_apply({ n: take.size + texts.size })}
          busy={busy}
          refusal={refusal}
        />
      </Form>
      {changed && again}
    </div>
  )
}
