/** What categories and brands of a file are with us. What is said here is kept for the next file of this kind. */
import { useState } from 'react'
import { forms, isForm } from '../../../catalogue/new-goods-rules.ts'
import type { OfficeCategoriesView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Tag } from '../../../ui/states.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import type { ProductPlanView, WordView } from '../products/products-contract.ts'
import { formName } from './goods-parts.tsx'

type Props = { plan: ProductPlanView; words: WordView[]; setWords: (words: WordView[]) => void }
type Theirs = Pick<WordView, 'kind' | 'theirs'>
const isOf = (one: Theirs, other: Theirs) => one.kind === other.kind && one.theirs === other.theirs

export function SourceWords({ plan, words, setWords }: Props) {
  const say = (word: WordView) => setWords([...words.filter((one) => !isOf(one, word)), word])
  const forget = (word: Theirs) => setWords(words.filter((one) => !isOf(one, word)))
  const all = wordsOf(plan)
  const categories = useOffice<OfficeCategoriesView>('/catalogue/categories').data?.categories ?? []
  const placed = (word: Theirs) =>
    words.find((one) => isOf(one, word)) ?? plan.words.find((one) => isOf(one, word)) ?? null
  const isOpen = (word: Theirs) => plan.open.some((one) => isOf(one, word))
  return (
    <section className="office-panel grid gap-4" aria-label={m.office_goods_products_words()}>
      <div>
        <h2 className="font-semibold">{m.office_goods_products_words()}</h2>
        <p className="max-w-3xl text-ink-2">{m.office_goods_products_words_text()}</p>
      </div>
      <ul className="grid gap-4">
        {all.map((word) => {
          const props = { theirs: word.theirs, placed: placed(word), isOpen: isOpen(word), say }
          return (
            <li
              key={`${word.kind} ${word.theirs}`}
              className="grid items-start gap-3 border-t border-line pt-4 md:grid-cols-3"
            >
              {word.kind === 'category' ? (
                <CategoryWord {...props} categories={categories} />
              ) : (
                <BrandWord {...props} forget={forget} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Those of the file that are open or placed, and brands that are taken as they are written. */
function wordsOf({ open, words, rows }: ProductPlanView): Theirs[] {
  const said = words.filter(({ kind }) => kind === 'brand').map(({ ours }) => ours)
  const brands = rows.flatMap(({ does, brand }) =>
    does === 'new_product' && brand && !said.includes(brand) ? [brand] : [],
  )
  const plain = [...new Set(brands)].map((theirs): Theirs => ({ kind: 'brand', theirs }))
  return [...open, ...words, ...plain].filter((word, at, all) => all.findIndex((one) => isOf(one, word)) === at)
}

type WordProps = { theirs: string; placed: WordView | null; isOpen: boolean; say: (word: WordView) => void }

const Word = ({ head, theirs, isOpen }: { head: string; theirs: string; isOpen: boolean }) => (
  <div className="grid justify-items-start gap-1">
    <span className="small text-ink-2">{head}</span>
    <span className="font-semibold break-words">{theirs || m.office_goods_products_no_word()}</span>
    {isOpen && <Tag tone="warn">{m.office_goods_products_open()}</Tag>}
  </div>
)

type Categories = OfficeCategoriesView['categories']
function CategoryWord({ theirs, placed, isOpen, say, categories }: WordProps & { categories: Categories }) {
  const [form, setForm] = useState<string>(placed?.form ?? '')
  const fitting = categories.filter(({ forms: of }) => isForm(form) && of.includes(form))
  const ours = placed?.form === form ? placed.ours : ''
  const named = theirs || m.office_goods_products_no_word()
  return (
    <>
      <Word head={m.office_goods_category()} theirs={theirs} isOpen={isOpen} />
      <Select
        label={m.office_goods_products_form_of({ theirs: named })}
        empty={m.office_content_choose()}
        choices={forms.map((value) => ({ value, label: formName(value) }))}
        value={form}
        onChange={({ currentTarget }) => setForm(currentTarget.value)}
      />
      <Select
        label={m.office_goods_products_category_of({ theirs: named })}
        empty={form ? m.office_content_choose() : m.office_goods_form_first()}
        choices={fitting.map(({ slug, name, level }) => ({ value: slug, label: '  '.repeat(level) + name }))}
        value={ours}
        onChange={({ currentTarget: { value } }) =>
          value && isForm(form) && say({ kind: 'category', theirs, ours: value, form })
        }
      />
    </>
  )
}

function BrandWord({ theirs, placed, isOpen, say, forget }: WordProps & { forget: (word: Theirs) => void }) {
  const [text, setText] = useState(placed?.ours ?? theirs)
  const change = (next: string) => {
    setText(next)
    if (next.trim()) say({ kind: 'brand', theirs, ours: next.trim(), form: null })
    else forget({ kind: 'brand', theirs })
  }
  return (
    <>
      <Word head={m.office_goods_maker()} theirs={theirs} isOpen={isOpen} />
      <TextField
        label={m.office_goods_products_maker_of({ theirs: theirs || m.office_goods_products_no_word() })}
        maxLength={60}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </>
  )
}
