/** A product export of another shop: how it is to be read, what it would bring, and what was read in before. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { useForm } from '../../../ui/use-form.ts'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import { premiumOf, productBounds } from '../import-rules.ts'
import { saidText } from '../line-rules.ts'
import type { Said } from '../products/plan-products.ts'
import type { ProductImportView, ProductPlanView, WordView } from '../products/products-contract.ts'
import { FileField } from './file-field.tsx'
import { PastImports } from './past-imports.tsx'
import { unreadableText } from './product-fault-words.ts'
import { ProductsDone } from './products-done.tsx'
import { type Imported, ProductsPlan, type ProductWish } from './products-plan.tsx'

type Shown = { wish: ProductWish; plan: ProductPlanView }

export function ProductsImport() {
  const past = useOffice<{ imports: ProductImportView[] }>('/catalogue/productImports')
  const [done, setDone] = useState<Imported | null>(null)
  return (
    <div className="grid gap-6">
      <p className="max-w-3xl text-ink-2">
        {m.office_goods_products_text({ lines: formatCount(productBounds.lines, language()) })}
      </p>
      {done ? (
        <ProductsDone done={done} next={() => setDone(null)} />
      ) : (
        <OneExport
          imported={async (answer) => {
            setDone(answer)
            await past.reload()
          }}
        />
      )}
      <PastImports {...past} />
    </div>
  )
}

/** What is shown belongs to the wish that it was asked with; until it is shown again, nothing of another wish is done. */
function OneExport({ imported }: { imported: (answer: Imported) => Promise<void> }) {
  const { form, fields } = useReading()
  const [text, setText] = useState('')
  const [words, setWords] = useState<WordView[]>([])
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map())
  const [shown, setShown] = useState<Shown | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { store, language: written, premium } = form.values
  const wish: ProductWish = {
    ...{ store, language: written, text, premium_bps: premiumOf(premium) ?? 0, words },
    said: saidText([...said.values()].filter(({ line: _, ...more }) => Object.values(more).some(Boolean))),
  }

  async function preview() {
    if (!form.check()) return
    setTrouble(text.trim() ? undefined : m.office_goods_import_empty())
    if (!text.trim()) return
    setBusy(true)
    try {
      setShown({
        wish,
        plan: await officePost<ProductPlanView>('/catalogue/previewProducts', wish, { quiet: true }),
      })
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'import_unreadable') setShown(null)
      setTrouble(failure instanceof ApiError ? unreadableText(failure) : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  const change = (next: string) => {
    setText(next)
    setShown(null)
    setSaid(new Map())
    setTrouble(undefined)
  }
  const again = (name: string, look: 'primary' | 'ghost') => (
    <Button kind={look} className="justify-self-start" busy={busy} onClick={preview}>
      {name}
    </Button>
  )
  return (
    <>
      {fields}
      <FileField text={text} setText={change} most={productBounds.characters} size="5 MB" />
      {trouble && <FieldError>{trouble}</FieldError>}
      {!shown && again(m.office_goods_products_preview(), 'primary')}
      <div aria-live="polite">
        {shown && (
          <ProductsPlan
            {...shown}
            isOld={isOther(wish, shown.wish)}
            again={again(m.office_goods_products_again(), isOther(wish, shown.wish) ? 'primary' : 'ghost')}
            words={words}
            setWords={setWords}
            said={said}
            setSaid={setSaid}
            imported={imported}
          />
        )}
      </div>
    </>
  )
}

const isOther = (one: ProductWish, other: ProductWish) =>
  (Object.keys(one) as (keyof ProductWish)[]).some((name) => one[name] !== other[name])

/** For which store, in which language, and at what premium new skus begin. */
function useReading(): { form: ReturnType<typeof useReadingForm>; fields: ReactNode } {
  const { stores } = useShell()
  const form = useReadingForm(stores[0]?.code ?? '')
  const fields = (
    <div className="grid max-w-3xl items-start gap-4 md:grid-cols-3">
      <Select
        label={m.office_store()}
        choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.text('store')}
      />
      <Select
        label={m.office_goods_products_language()}
        choices={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        {...form.text('language')}
      />
      <TextField
        label={m.office_goods_products_premium()}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        {...form.text('premium')}
      />
    </div>
  )
  return { form, fields }
}

const useReadingForm = (store: string) =>
  useForm(
    { store, language: language() as string, premium: '' },
    { premium: (text) => (premiumOf(text) === null ? m.office_goods_premium_error() : undefined) },
  )
