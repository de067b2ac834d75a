/** The pictures of a product: added, put in order, described in three languages, and given to the sku that they show. */
import { useState } from 'react'
import { attributeNames, attributeValueLabel } from '../../../catalogue/attribute-rules.ts'
import type { OfficePicture, OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officeGet, officePost, officeUpload } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { textLanguages } from './text-fields.tsx'
import { Theirs } from './theirs.tsx'

type Props = { product: OfficeProductView; reload: () => Promise<void> }

/** What is typed stays while another picture comes in: those that are new stand behind it. */
function useGallery({ product, reload }: Props) {
  const [edited, setEdited] = useState<OfficePicture[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const { revision, theirs } = useSeen(product, edited !== null)
  const known = new Set(product.pictures.map(({ name }) => name))
  const kept = edited?.filter(({ name }) => known.has(name)) ?? product.pictures
  const there = new Set(kept.map(({ name }) => name))
  const pictures = [...kept, ...product.pictures.filter(({ name }) => !there.has(name) && !gone.has(name))]

  async function act(run: () => Promise<void>) {
    setTrouble(undefined)
    setBusy(true)
    try {
      await run()
      await reload()
    } catch (failure) {
      if (!(failure instanceof ApiError)) return setTrouble(m.ui_system_error())
      setTrouble(Object.values(failure.fields ?? {})[0] ?? failure.message)
      if (failure.error === 'edited_meanwhile') await reload()
    } finally {
      setBusy(false)
    }
  }
  const change = (place: number, picture: OfficePicture) => setEdited(pictures.with(place, picture))
  const move = (place: number, to: number) => {
    const [picture] = pictures.slice(place, place + 1)
    if (picture) setEdited(pictures.toSpliced(place, 1).toSpliced(to, 0, picture))
  }
  const remove = (place: number) => {
    setGone(new Set([...gone, pictures[place]?.name ?? '']))
    setEdited(pictures.toSpliced(place, 1))
  }
  const forget = () => {
    setEdited(null)
    setGone(new Set())
    setTrouble(undefined)
  }
  return { pictures, revision, theirs, busy, trouble, gone, act, change, move, remove, forget }
}

type Seen = Pick<OfficeProductView, 'revision' | 'pictures'>

/** The revision of the gallery that was edited, and the one that somebody else has made of it meanwhile. One more picture is no other gallery. */
function useSeen(
  { revision, pictures }: Seen,
  isEdited: boolean,
): { revision: number; theirs: OfficePicture[] | null } {
  const [base, setBase] = useState<Seen>({ revision, pictures })
  const both = (those: OfficePicture[], others: OfficePicture[]) =>
    JSON.stringify(those.filter(({ name }) => others.some((other) => other.name === name)))
  const isNew = revision > base.revision
  const isOther = isNew && isEdited && both(pictures, base.pictures) !== both(base.pictures, pictures)
  if (isNew && !isOther) setBase({ revision, pictures })
  return { revision: base.revision, theirs: isOther ? pictures : null }
}

export function ProductPictures({ product, reload }: Props) {
  const may = useMay()
  const { pictures, revision, theirs, busy, trouble, gone, act, change, move, remove, forget } = useGallery({
    product,
    reload,
  })
  const add = (file: File) =>
    act(async () => {
      const { revision } = await officeGet<OfficeProductView>('/catalogue/product', { id: product.id }, { quiet: true })
      const fields = { product_id: String(product.id), revision: String(revision) }
      await officeUpload('/catalogue/addPicture', fields, file)
      toastDone(m.office_goods_picture_added())
    })
  const save = () =>
    act(async () => {
      const wish = pictures.map(({ name, alt, shows }) => ({ name, alt: whole(alt), ...(shows && { shows }) }))
      const body = { product_id: product.id, revision: theirs ? product.revision : revision, pictures: wish }
      await officePost('/catalogue/savePictures', body, { quiet: true })
      forget()
      toastDone(m.office_goods_pictures_saved())
    })
  return (
    <section className="office-panel grid gap-4" aria-label={m.office_goods_pictures()}>
      <h2 className="font-semibold">{m.office_goods_pictures()}</h2>
      {pictures.length === 0 && <p className="text-ink-2">{m.office_goods_pictures_none()}</p>}
      <fieldset disabled={!may('catalogue.edit')} className="grid gap-5">
        {pictures.map((picture, place) => (
          <OnePicture
            key={picture.name}
            {...{ picture, place, product, move, remove }}
            count={pictures.length}
            change={(next) => change(place, next)}
          />
        ))}
      </fieldset>
      {theirs && (
        <Theirs who={product.updated_by} lines={linesOf(theirs)}>
          <Button kind="ghost" size="s" onClick={forget}>
            {m.office_goods_pictures_take()}
          </Button>
        </Theirs>
      )}
      {trouble && <FieldError>{trouble}</FieldError>}
      {may('catalogue.edit') && (
        <div className="flex flex-wrap items-center gap-3">
          <AddPicture busy={busy} add={add} />
          {(pictures.length > 0 || gone.size > 0) && (
            <Button busy={busy} size="s" kind={theirs ? 'danger' : 'primary'} onClick={save}>
              {theirs ? m.office_goods_texts_over() : m.office_goods_pictures_save()}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** A gallery in words: every picture in its order, as it is described. */
const linesOf = (pictures: OfficePicture[]) =>
  pictures.map(({ alt }, place) => ({
    label: m.office_goods_picture_n({ n: place + 1 }),
    value: textLanguages.map((each) => alt[each] || '–').join('\n'),
  }))

const whole = (alt: Record<string, string>) =>
  Object.fromEntries(textLanguages.map((each) => [each, (alt[each] ?? '').trim()]))

const AddPicture = ({ busy, add }: { busy: boolean; add: (file: File) => void }) => (
  <>
    <FileButton name={m.office_goods_picture_add()} kind="picture" icon="image" disabled={busy} take={add} />
    <span className="small text-ink-2" role="status">
      {busy ? m.office_goods_picture_busy() : m.office_goods_picture_help()}
    </span>
  </>
)

type OneProps = {
  picture: OfficePicture
  place: number
  count: number
  product: OfficeProductView
  change: (picture: OfficePicture) => void
  move: (place: number, to: number) => void
  remove: (place: number) => void
}

function OnePicture({ picture, place, count, product, change, move, remove }: OneProps) {
  const number = place + 1
  const { alt, shows } = picture
  const own = product.skus.find(({ attributes }) => shows && sameAs(attributes, shows))
  const showFor = (id: string) => {
    const { shows: _, ...rest } = picture
    const sku = product.skus.find((one) => String(one.id) === id)
    const of = sku && Object.fromEntries(Object.entries(sku.attributes).map(([name, value]) => [name, [value]]))
    if (id !== 'as_it_is') change(of ? { ...rest, shows: of } : rest)
  }
  return (
    <div className="grid gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0 md:grid-cols-[8rem_minmax(0,1fr)]">
      <img
        src={picture.src}
        alt={m.office_goods_picture_n({ n: number })}
        className="size-32 rounded bg-tile object-contain"
      />
      <div className="grid min-w-0 gap-3">
        <div className="grid items-start gap-3 xl:grid-cols-3">
          {textLanguages.map((each) => (
            <TextField
              key={each}
              label={`${m.office_goods_picture_alt({ n: number })}, ${languageNames[each]}`}
              maxLength={200}
              value={alt[each] ?? ''}
              onChange={({ currentTarget }) => change({ ...picture, alt: { ...alt, [each]: currentTarget.value } })}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-end gap-3">
          {product.skus.length > 0 && (
            <div className="min-w-56 flex-1">
              <Select
                label={m.office_goods_picture_shows({ n: number })}
                value={own ? String(own.id) : shows ? 'as_it_is' : ''}
                empty={m.office_goods_picture_all()}
                choices={[
                  ...(shows && !own ? [{ value: 'as_it_is', label: shownValues(shows) }] : []),
                  ...product.skus.map(({ id, label }) => ({ value: String(id), label })),
                ]}
                onChange={({ currentTarget }) => showFor(currentTarget.value)}
              />
            </div>
          )}
          <Button kind="ghost" size="s" disabled={place === 0} onClick={() => move(place, place - 1)}>
            {m.office_goods_picture_before({ n: number })}
          </Button>
          <Button kind="ghost" size="s" disabled={number === count} onClick={() => move(place, place + 1)}>
            {m.office_goods_picture_after({ n: number })}
          </Button>
          <Button kind="quiet" size="s" onClick={() => remove(place)}>
            {m.office_goods_picture_remove({ n: number })}
          </Button>
        </div>
      </div>
    </div>
  )
}

const shownValues = (shows: NonNullable<OfficePicture['shows']>) =>
  attributeNames
    .flatMap((name) => (shows[name] ?? []).map((value) => attributeValueLabel(name, value, language())))
    .join(', ')

const sameAs = (attributes: Record<string, string>, shows: Record<string, string[]>) =>
  Object.keys(shows).length === Object.keys(attributes).length &&
  Object.entries(attributes).every(([name, value]) => shows[name]?.length === 1 && shows[name]?.[0] === value)
