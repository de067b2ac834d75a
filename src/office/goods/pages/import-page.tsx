/** /admin/catalogue/import: a CSV file is shown as what it would change, and then done as shown or not at all. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Seg } from '../../../ui/seg.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { ImportPlanView } from '../import-contract.ts'
import { type ImportKind, importBounds, importColumns, importKinds } from '../import-rules.ts'
import { FileField } from './file-field.tsx'
import { ImportPlan } from './import-plan.tsx'
import { ProductsImport } from './products-import.tsx'

export const handle: OfficeHandle = { permission: 'stock.import' }

const kindWords = {
  premiums: m.office_goods_import_premiums,
  counts: m.office_goods_import_counts,
  pieces: m.office_goods_import_pieces,
}
/** Products come in another way: what a file of another shop says is read, and staff say what it means. */
const PRODUCTS = 'products'
const isKind = (text: string | null): text is ImportKind => importKinds.some((kind) => kind === text)

export default function ImportPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('kind')
  const kind = asked === PRODUCTS || isKind(asked) ? asked : 'premiums'
  return (
    <>
      <Link to="/admin/catalogue" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_goods_import_back()}
      </Link>
      <h1 className="office-h1 mb-4">{m.office_goods_import_title()}</h1>
      <div className="-mx-1 mb-4 overflow-x-auto px-1">
        <Seg
          className="whitespace-nowrap"
          label={m.office_goods_import_kind()}
          value={kind}
          choices={[
            ...importKinds.map((one) => [one, kindWords[one]()] as const),
            [PRODUCTS, m.office_goods_products()] as const,
          ]}
          onChange={(next) => setSearch({ kind: next }, { replace: true })}
        />
      </div>
      {kind === PRODUCTS ? <ProductsImport /> : <OneImport key={kind} kind={kind} />}
    </>
  )
}

type Shown = { text: string; plan: ImportPlanView }

/** The text that is typed may go on changing; what is shown and done belongs to the text it was asked for. */
function OneImport({ kind }: { kind: ImportKind }) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function preview() {
    setTrouble(text.trim() ? undefined : m.office_goods_import_empty())
    if (!text.trim()) return
    setBusy(true)
    try {
      const plan = await officePost<ImportPlanView>('/stock/previewImport', { kind, text }, { quiet: true })
      setShown({ text, plan })
    } catch (failure) {
      setShown(null)
      setTrouble(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  const change = (next: string) => {
    setText(next)
    setShown(null)
    setTrouble(undefined)
  }
  return (
    <div className="grid gap-6">
      <p className="max-w-3xl text-ink-2">
        {m.office_goods_import_columns({ columns: importColumns[kind].join(', '), lines: importBounds.lines })}
        {kind === 'counts' && ` ${m.office_goods_import_counts_help()}`}
        {` ${kind === 'pieces' ? m.office_goods_import_pieces_help() : m.office_goods_import_seen_help()}`}
      </p>
      <FileField text={text} setText={change} />
      {trouble && <FieldError>{trouble}</FieldError>}
      <Button kind={shown ? 'ghost' : 'primary'} className="justify-self-start" busy={busy} onClick={preview}>
        {m.office_goods_import_preview()}
      </Button>
      <div aria-live="polite">
        {shown && (
          <ImportPlan
            key={shown.plan.digest}
            kind={kind}
            text={shown.text}
            plan={shown.plan}
            again={preview}
            done={() => change('')}
          />
        )}
      </div>
    </div>
  )
}
