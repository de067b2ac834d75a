/** /admin/catalogue/categories: what products are filed under, as the shop's menus, filters and home page show it. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import type { CategoryTreeView, CategoryView } from '../category-contract.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { nameOfCategory } from './category-words.ts'

export const handle: OfficeHandle = { permission: 'catalogue.see' }

export default function CategoriesPage() {
  const { data, failed, reload } = useOffice<CategoryTreeView>('/catalogue/categoryTree')
  const may = useMay()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="office-h1">{m.office_goods_categories()}</h1>
        {data && may('catalogue.categories') && (
          <DialogButton
            kind="primary"
            name={m.office_goods_category_add()}
            dialog={(close) => <CategoryDialog category={null} tree={data} reload={reload} close={close} />}
          />
        )}
      </div>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_goods_categories_lead()}</p>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      {data?.categories.length === 0 && <p className="office-panel text-ink-2">{m.office_goods_categories_none()}</p>}
      {data && <Level tree={data} parent={null} reload={reload} />}
    </>
  )
}

type LevelProps = { tree: CategoryTreeView; parent: number | null; reload: () => Promise<void> }

function Level({ tree, parent, reload }: LevelProps) {
  const beside = tree.categories.filter((one) => one.parent === parent)
  if (beside.length === 0) return null
  return (
    <ul className={parent === null ? 'grid max-w-4xl gap-5' : 'ml-6 border-l border-line pl-4 md:ml-10'}>
      {beside.map((category, place) => (
        <li key={category.id} className={parent === null ? 'border-t border-line pt-3' : ''}>
          <One {...{ category, tree, reload }} isFirst={place === 0} isLast={place === beside.length - 1} />
          <Level tree={tree} parent={category.id} reload={reload} />
        </li>
      ))}
    </ul>
  )
}

/** With those of what stands below it. */
const productsIn = ({ categories }: CategoryTreeView, { id, products }: CategoryView): number =>
  categories.filter(({ parent }) => parent === id).reduce((sum, below) => sum + below.products, products)

type OneProps = {
  category: CategoryView
  tree: CategoryTreeView
  reload: () => Promise<void>
  isFirst: boolean
  isLast: boolean
}

function One({ category, tree, reload, isFirst, isLast }: OneProps) {
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const { id, slug, name, src, hidden } = category
  const named = nameOfCategory(category)
  async function move(to: 'up' | 'down') {
    setBusy(true)
    await officePost('/catalogue/moveCategory', { id, to }).catch(() => {})
    await reload()
    setBusy(false)
  }
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      {src ? (
        <img src={src} alt="" className="size-11 rounded object-cover" />
      ) : (
        <span className="size-11 rounded bg-tile" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium break-words">
          {named}
          {hidden && <Tag tone="warn">{m.office_goods_category_hidden()}</Tag>}
          {!name[language()] && <Tag>{m.office_goods_category_other_language()}</Tag>}
        </p>
        <p className="small text-ink-2">
          <span className="font-mono max-md:hidden">{slug} · </span>
          {m.office_goods_category_products({ count: productsIn(tree, category) })}
        </p>
      </div>
      {may('catalogue.categories') && (
        <div className="flex items-center">
          <IconButton
            label={m.office_goods_category_up({ name: named })}
            disabled={busy || isFirst}
            onClick={() => move('up')}
          >
            <Icon name="caret-up" />
          </IconButton>
          <IconButton
            label={m.office_goods_category_down({ name: named })}
            disabled={busy || isLast}
            onClick={() => move('down')}
          >
            <Icon name="caret-down" />
          </IconButton>
          <DialogButton
            name={m.office_goods_category_edit()}
            dialog={(close) => <CategoryDialog {...{ category, tree, reload, close }} />}
          />
        </div>
      )}
    </div>
  )
}
