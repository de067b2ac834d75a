/** A category added or changed: words by language, picture, place and whether visitors see it. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officePost, officeUpload } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { CategoryTreeView, CategoryView } from '../category-contract.ts'
import { nameOfCategory } from './category-words.ts'
import { textLanguages } from './text-fields.tsx'

type Props = {
  category: CategoryView | null
  tree: CategoryTreeView
  reload: () => Promise<void>
  close: () => void
}
type Values = Record<string, string>

const valuesOf = (category: CategoryView | null): Values => ({
  ...Object.fromEntries(
    textLanguages.flatMap((each) => [
      [`name.${each}`, category?.name[each] ?? ''],
      [`text.${each}`, category?.text[each] ?? ''],
    ]),
  ),
  slug: category?.slug ?? '',
  parent: category?.parent ? String(category.parent) : '',
  image: category?.image ?? '',
  shown: category?.hidden ? 'hidden' : 'shown',
})

export function CategoryDialog({ category, tree, reload, close }: Props) {
  const form = useForm<Values>(valuesOf(category), {
    slug: (text) => (/^[a-z0-9-]{1,60}$/.test(text ?? '') ? undefined : m.office_content_slug_help()),
    'name.en-US': (_, all) =>
      textLanguages.some((each) => all[`name.${each}`]?.trim()) ? undefined : m.office_goods_category_name_error(),
  })
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'edited_meanwhile') await reload()
    return false
  })
  const { values } = form
  const save = () =>
    submit(async () => {
      const of = (field: string) =>
        Object.fromEntries(textLanguages.map((each) => [each, (values[`${field}.${each}`] ?? '').trim()]))
      const wish = {
        ...{ name: of('name'), text: of('text'), image: values.image, hidden: values.shown === 'hidden' },
        parent: values.parent ? Number(values.parent) : null,
      }
      if (category) {
        const { id, revision } = category
        await officePost('/catalogue/saveCategory', { ...wish, id, revision }, { quiet: true })
      } else await officePost('/catalogue/addCategory', { ...wish, slug: values.slug }, { quiet: true })
      toastDone(m.office_goods_category_saved())
      await reload()
      close()
    })
  const title = category ? nameOfCategory(category) : m.office_goods_category_add()
  return (
    <Dialog open wide onClose={close} title={title}>
      <Form form={form} onSubmit={save}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            label={m.office_goods_category_code()}
            help={m.office_goods_category_code_help()}
            maxLength={60}
            readOnly={category !== null}
            spellCheck={false}
            {...form.text('slug')}
          />
          <ParentField {...{ category, tree }} control={form.text('parent')} />
          <Select
            label={m.office_goods_category_shown()}
            choices={[
              { value: 'shown', label: m.office_goods_category_shown_yes() },
              { value: 'hidden', label: m.office_goods_category_shown_no() },
            ]}
            {...form.text('shown')}
          />
          <PictureField tree={tree} form={form} category={category} />
        </div>
        <Words form={form} />
        <p className="small text-ink-2">{m.office_goods_category_fallback()}</p>
        <DialogEnd confirm={m.office_goods_category_save()} busy={busy} refusal={refusal} close={close} />
      </Form>
      {category && category.products === 0 && category.below === 0 && (
        <Remove category={category} reload={reload} close={close} />
      )}
    </Dialog>
  )
}

const Words = ({ form }: { form: FormState }) => (
  <div className="grid items-start gap-4 md:grid-cols-3">
    {textLanguages.map((each) => (
      <TextField
        key={each}
        label={`${m.office_goods_text_name()}, ${languageNames[each]}`}
        maxLength={60}
        {...form.text(`name.${each}`)}
      />
    ))}
    {textLanguages.map((each) => (
      <TextArea
        key={each}
        label={`${m.office_goods_category_text()}, ${languageNames[each]}`}
        maxLength={600}
        rows={3}
        {...form.text(`text.${each}`)}
      />
    ))}
  </div>
)

type Control = ReturnType<ReturnType<typeof useForm<Values>>['text']>

/** Two levels: what has some below itself stays at the top. */
const ParentField = ({ category, tree, control }: Pick<Props, 'category' | 'tree'> & { control: Control }) => (
  <Select
    label={m.office_goods_category_parent()}
    disabled={category !== null && category.below > 0}
    empty={m.office_goods_category_top()}
    choices={tree.categories
      .filter(({ id, parent }) => parent === null && id !== category?.id)
      .map((one) => ({ value: String(one.id), label: nameOfCategory(one) }))}
    {...control}
  />
)

type Picture = CategoryTreeView['pictures'][number]

function PictureField({ tree, form, category }: Pick<Props, 'tree' | 'category'> & { form: FormState }) {
  const [own, setOwn] = useState<Picture[]>([])
  const [trouble, setTrouble] = useState<string>()
  const image = form.values.image ?? ''
  const before = category && !tree.pictures.some(({ name }) => name === category.image) ? category : null
  const others = before?.image ? [...own, { name: before.image, src: before.src }] : own
  const src = [...others, ...tree.pictures].find(({ name }) => name === image)?.src
  async function add(file: File) {
    setTrouble(undefined)
    try {
      const added = await officeUpload<Picture>('/catalogue/addCategoryPicture', {}, file)
      setOwn([...own, added])
      form.set('image', added.name)
    } catch (failure) {
      setTrouble(failure instanceof ApiError ? failure.message : m.ui_system_error())
    }
  }
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <Select
          label={m.office_content_field_image()}
          empty={m.office_content_no_picture()}
          choices={[
            ...others.map(({ name }) => ({ value: name, label: m.office_goods_category_own_picture() })),
            ...tree.pictures.map(({ name }) => ({ value: name, label: name })),
          ]}
          {...form.text('image')}
        />
        {src ? (
          <img src={src} alt="" className="size-12 rounded object-cover" />
        ) : (
          <span className="size-12 rounded bg-tile" />
        )}
      </div>
      <div>
        <FileButton name={m.office_goods_category_upload()} kind="picture" icon="camera" take={add} />
      </div>
      {trouble && <FieldError>{trouble}</FieldError>}
    </div>
  )
}
type FormState = ReturnType<typeof useForm<Values>>

function Remove({ category, reload, close }: Omit<Props, 'tree' | 'category'> & { category: CategoryView }) {
  const [trouble, setTrouble] = useState<string>()
  const { id, revision } = category
  async function remove() {
    try {
      await officePost('/catalogue/removeCategory', { id, revision }, { quiet: true })
      toastDone(m.office_goods_category_removed())
      await reload()
      close()
    } catch (failure) {
      setTrouble(failure instanceof ApiError ? failure.message : m.ui_system_error())
    }
  }
  return (
    <div className="mt-4 grid gap-2 border-t border-line pt-4">
      <div>
        <Button kind="danger" size="s" onClick={remove}>
          {m.office_goods_category_remove()}
        </Button>
      </div>
      {trouble && <FieldError>{trouble}</FieldError>}
    </div>
  )
}
